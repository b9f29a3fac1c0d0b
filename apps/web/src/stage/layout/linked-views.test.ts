import { describe, expect, it } from 'vitest';
import type { StageView } from '../geometry/stage-view.ts';
import type { Side } from './linked-places.ts';
import { LinkedViews } from './linked-views.ts';

/** Two stages that tell of each redraw, as the real ones do. */
function pair() {
  const views = new LinkedViews();
  const at: Record<Side, StageView> = {
    left: { x: 0.5, y: 0.5, zoom: 1 },
    right: { x: 0.5, y: 0.5, zoom: 1 },
  };
  const looks: Side[] = [];
  const stage = (side: Side) => ({
    view: () => at[side],
    look: (view: StageView) => {
      looks.push(side);
      at[side] = view;
      views.rendered(side);
    },
  });
  const leave = { left: views.join('left', stage('left')), right: views.join('right', stage('right')) };
  const move = (side: Side, view: StageView) => {
    views.lead(side);
    at[side] = view;
    views.rendered(side);
  };
  return { views, at, looks, leave, move };
}

describe('linked views', () => {
  it('follow whichever side the reader works with', () => {
    const { at, move } = pair();
    move('left', { x: 0.2, y: 0.4, zoom: 3 });
    expect(at.right).toEqual({ x: 0.2, y: 0.4, zoom: 3 });
    move('right', { x: 0.6, y: 0.6, zoom: 2 });
    expect(at.left).toEqual({ x: 0.6, y: 0.6, zoom: 2 });
  });

  it('never chase each other: one move is followed once', () => {
    const { looks, move } = pair();
    move('left', { x: 0.2, y: 0.4, zoom: 3 });
    expect(looks).toEqual(['right']);
  });

  it('do not follow a redraw that no reader asked for', () => {
    const { views, looks } = pair();
    views.rendered('left');
    expect(looks).toEqual([]);
  });

  it('move by themselves when unlinked, and keep how they lie when linked again', () => {
    const { views, at, move } = pair();
    views.link(false);
    move('right', { x: 0.75, y: 0.5, zoom: 2 });
    expect(at.left).toEqual({ x: 0.5, y: 0.5, zoom: 1 });
    views.link(true);
    move('left', { x: 0.25, y: 0.25, zoom: 2 });
    expect(at.right).toEqual({ x: 0.5, y: 0.25, zoom: 4 });
    move('right', { x: 0.75, y: 0.5, zoom: 2 });
    expect(at.left).toEqual({ x: 0.5, y: 0.5, zoom: 1 });
    views.align();
    move('left', { x: 0.5, y: 0.5, zoom: 1 });
    expect(at.right).toEqual({ x: 0.5, y: 0.5, zoom: 1 });
  });

  it('stand alone when the other has gone', () => {
    const { at, leave, move } = pair();
    leave.right();
    move('left', { x: 0.2, y: 0.4, zoom: 3 });
    expect(at.right).toEqual({ x: 0.5, y: 0.5, zoom: 1 });
  });
});
