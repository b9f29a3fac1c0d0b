import { describe, expect, it } from 'vitest';
import { LinkedPlaces, type Side } from './linked-places.ts';

/** So many slices, so far apart. */
const stack = (count: number, fromMm: number | null, stepMm = 5) =>
  Array.from({ length: count }, (_, at) => (fromMm === null ? null : fromMm + at * stepMm));

/** Two stacks that report each slice they show, as the viewers do. */
function pair(left: readonly (number | null)[], right: readonly (number | null)[]) {
  const places = new LinkedPlaces();
  const at: Record<Side, number> = { left: 0, right: 0 };
  const show = (side: Side, place: number) => {
    at[side] = place;
    places.moved(side, place);
  };
  const join = (side: Side, placesMm: readonly (number | null)[]) => {
    places.join(side, { placesMm, goTo: (place) => show(side, place) });
    places.moved(side, at[side]);
  };
  join('left', left);
  show('left', 4);
  join('right', right);
  const scroll = (side: Side, place: number) => {
    places.lead(side);
    show(side, place);
  };
  return { places, at, show, scroll };
}

describe('linked stacks', () => {
  it('show the same position of the patient, whichever of them is scrolled', () => {
    const { at, scroll } = pair(stack(10, 0), stack(20, -10, 2.5));
    expect(at).toEqual({ left: 4, right: 12 });
    scroll('left', 6);
    expect(at.right).toBe(16);
    scroll('right', 4);
    expect(at.left).toBe(0);
  });

  it('stop at the end of the shorter one', () => {
    const { at, scroll } = pair(stack(10, 0), stack(4, 10));
    scroll('left', 0);
    expect(at.right).toBe(0);
    scroll('left', 9);
    expect(at.right).toBe(3);
  });

  it('that know no positions go by the share of the stack', () => {
    const { at, scroll } = pair(stack(10, 0), stack(20, null));
    scroll('left', 9);
    expect(at.right).toBe(18);
  });

  it('begin middle to middle where the scanners counted from other places', () => {
    const { at } = pair(stack(9, 0), stack(9, 1000));
    expect(at).toEqual({ left: 4, right: 4 });
  });

  it('are scrolled alone when unlinked, and keep how they then lie apart', () => {
    const { places, at, scroll } = pair(stack(20, 0), stack(20, 0));
    places.link(false);
    scroll('right', 7);
    expect(at.left).toBe(4);
    places.link(true);
    scroll('left', 10);
    expect(at.right).toBe(13);
    scroll('right', 3);
    expect(at.left).toBe(0);
  });

  it('that are brought to the same landmark lie so from then on', () => {
    const { places, at, show, scroll } = pair(stack(20, 0), stack(20, 0));
    places.anchor();
    show('left', 10);
    show('right', 12);
    expect(at).toEqual({ left: 10, right: 12 });
    scroll('left', 5);
    expect(at.right).toBe(7);
  });
});
