import { describe, expect, it } from 'vitest';
import { greyPlane } from '../pixels/plane.ts';
import type { SeenSlice } from './exam-slice.ts';
import { noiseOf, sharpnessByNoise } from './noise.ts';

const side = 120;

/** White noise by a fixed sequence, of this spread; `blur`: each pixel is the mean of so many either way. */
function noisy(spread: number, blur = 0) {
  let seed = 1;
  const random = () => {
    seed = (seed * 48271) % 2147483647;
    return seed / 2147483647 - 0.5;
  };
  const white = Array.from({ length: side * side }, () => spread * Math.sqrt(12) * random());
  const grey = greyPlane(side, side);
  for (let y = 0; y < side; y++)
    for (let x = 0; x < side; x++) {
      let [sum, count] = [0, 0];
      for (let v = Math.max(0, y - blur); v <= Math.min(side - 1, y + blur); v++)
        for (let u = Math.max(0, x - blur); u <= Math.min(side - 1, x + blur); u++, count++)
          sum += white[v * side + u] ?? 0;
      // A slope is no noise.
      grey.data[y * side + x] = 30 + 0.1 * x + sum / count;
    }
  return noiseOf({ quantity: 'hounsfield', grey });
}

const slice = (noise: ReturnType<typeof noiseOf>, mm = 0.45) =>
  ({ pixelMm: { x: mm, y: mm }, evidence: { marks: [], facts: { ...noise } } }) as unknown as SeenSlice;

describe('the noise of a slice', () => {
  it('is its spread in tissue, and what neighbors share of it', () => {
    expect(noisy(25)?.noiseHu).toBeCloseTo(25, -1);
    expect(Math.abs(noisy(25)?.noiseGrain ?? 1)).toBeLessThan(0.15);
    expect(noisy(25, 1)?.noiseGrain).toBeGreaterThan(0.4);
  });

  it('is unknown without Hounsfield units, and without tissue', () => {
    expect(noiseOf({ quantity: 'relative', grey: greyPlane(side, side) })).toBeUndefined();
    const air = { ...greyPlane(side, side), data: new Float32Array(side * side).fill(-1000) };
    expect(noiseOf({ quantity: 'hounsfield', grey: air })).toBeUndefined();
  });
});

describe('a reconstruction that no name tells', () => {
  it('is sharp by strong noise that neighbors do not share, soft by weak one that they do', () => {
    expect(sharpnessByNoise([slice(noisy(25)), slice(noisy(30))])).toBe('sharp');
    expect(sharpnessByNoise([slice(noisy(9, 1))])).toBe('soft');
  });

  it('is unknown between them, with large pixels, and without measures', () => {
    expect(sharpnessByNoise([slice(noisy(60, 1))])).toBeUndefined();
    expect(sharpnessByNoise([slice(noisy(25), 0.98)])).toBeUndefined();
    expect(sharpnessByNoise([slice(undefined)])).toBeUndefined();
  });
});
