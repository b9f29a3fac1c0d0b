import { describe, expect, it } from 'vitest';
import { reductionFor } from './layer-picture.ts';

describe('the copy of a layer that is drawn', () => {
  it.each([
    [0.16, 4],
    [0.25, 4],
    [0.26, 2],
    [0.5, 2],
    [0.51, 1],
    [1, 1],
    [8, 1],
  ])(
    'at a scale of %f stands for its pixels by %i, never for less than the screen shows',
    (scale, factor) => {
      expect(reductionFor(scale)).toBe(factor);
      expect(scale * factor).toBeLessThanOrEqual(Math.max(1, scale));
    },
  );

  it('is the layer itself where nothing is known of the scale', () => {
    expect(reductionFor(0)).toBe(1);
    expect(reductionFor(Number.NaN)).toBe(1);
  });
});
