import { describe, expect, it } from 'vitest';
import type { StageMatrix } from './stage-matrix.ts';
import { isSameView, viewOf, viewOfBox } from './stage-view.ts';

const picture = { width: 200, height: 400 };
const stage = { width: 800, height: 400 };
/** The whole picture in the middle of the stage. */
const fitted: StageMatrix = [1, 0, 0, 1, 300, 0];

describe('where a stage looks', () => {
  it('is its middle as shares of the picture, and how much larger than whole', () => {
    expect(viewOf(fitted, picture, stage)).toEqual({ x: 0.5, y: 0.5, zoom: 1 });
    expect(viewOf([2, 0, 0, 2, 400, 0], picture, stage)).toEqual({ x: 0, y: 0.25, zoom: 2 });
  });

  it('is the same for a picture that lies on its side', () => {
    // A quarter turn clockwise, fitted: 400 px of the picture over 800 px of the stage.
    const turned: StageMatrix = [0, 2, -2, 0, 800, 0];
    expect(viewOf(turned, picture, stage)).toEqual({ x: 0.5, y: 0.5, zoom: 1 });
  });

  it('brings a finding to the middle, with its surroundings', () => {
    const view = viewOfBox({ x: 20, y: 100, width: 40, height: 40 }, fitted, picture, stage);
    expect(view).toEqual({ x: 0.2, y: 0.3, zoom: 4 });
  });

  it('enlarges neither a speck beyond measure nor a large finding at all', () => {
    const zoomOf = (width: number, height: number) =>
      viewOfBox({ x: 0, y: 0, width, height }, fitted, picture, stage).zoom;
    expect(zoomOf(1, 1)).toBe(6);
    expect(zoomOf(200, 400)).toBe(1);
  });

  it('takes for the same what no eye tells apart', () => {
    const view = { x: 0.5, y: 0.5, zoom: 2 };
    expect(isSameView(view, { ...view, x: 0.50001 })).toBe(true);
    expect(isSameView(view, { ...view, x: 0.501 })).toBe(false);
    expect(isSameView(view, { ...view, zoom: 2.01 })).toBe(false);
  });
});
