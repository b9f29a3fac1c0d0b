import { describe, expect, it } from 'vitest';
import { greyStudy } from '../../../study.test-support.ts';
import { asDisplayed } from './display-window.ts';

const values = { width: 5, height: 1, data: Float32Array.of(0, 900, 1000, 1100, 4000) };

describe('the display window of a file', () => {
  it('cuts values to its bounds', () => {
    const study = greyStudy(values, { window: { centre: 1000, width: 200 } });
    const shown = asDisplayed(study);
    expect(Array.from(shown.grey.data)).toEqual([900, 900, 1000, 1099, 1099]);
  });

  it('is not believed where it would turn half the picture white', () => {
    const study = greyStudy(values, { window: { centre: 100, width: 200 } });
    expect(asDisplayed(study)).toBe(study);
  });

  it('is not needed', () => {
    const study = greyStudy(values);
    expect(asDisplayed(study)).toBe(study);
  });

  it('squeezes what lies beyond a sigmoid, and keeps its order', () => {
    const study = greyStudy(values, { window: { centre: 1000, width: 200, shape: 'sigmoid' } });
    const [low = 0, , middle = 0, high = 0, most = 0] = asDisplayed(study).grey.data;
    expect(low).toBeLessThan(1);
    expect(middle).toBeCloseTo(100);
    expect(high).toBeGreaterThan(170);
    expect(most).toBeGreaterThan(high);
    expect(most).toBeLessThanOrEqual(200);
  });

  it('gives way to a display table', () => {
    const table = { first: 899, max: 255, entries: Uint16Array.of(0, 10, 255) };
    const study = greyStudy(
      { width: 4, height: 1, data: Float32Array.of(0, 900, 900, 5000) },
      { table, window: { centre: 0, width: 10 } },
    );
    expect(Array.from(asDisplayed(study).grey.data)).toEqual([0, 10, 10, 255]);
  });
});
