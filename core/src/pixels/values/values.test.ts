import { describe, expect, it } from 'vitest';
import { grey, maskOf, noise } from '../grid.test-support.ts';
import { histogram } from './histogram.ts';
import { multiOtsu, otsu } from './otsu.ts';
import { approximatePercentiles, median, percentiles } from './percentiles.ts';
import { statistics } from './statistics.ts';

describe('values', () => {
  it('counts values in equal bins, the largest in the last', () => {
    const { counts, min, max } = histogram(grey([[0, 1, 2, 3, 4, Number.NaN]]), 4);
    expect([...counts]).toEqual([1, 1, 1, 2]);
    expect([min, max]).toEqual([0, 4]);
    expect([...histogram(grey([[5, 5]]), 2).counts]).toEqual([2, 0]);
  });

  it('interpolates percentiles as NumPy does', () => {
    expect(percentiles(grey([[4, 1, 3, 2]]), [0, 0.25, 0.5, 1])).toEqual([1, 1.75, 2.5, 4]);
    expect(median(grey([[4, 1, 30, 2]]), maskOf('##.#'))).toBe(2);
    expect(median(grey([[1]]), maskOf('.'))).toBeNaN();
  });

  it('finds the percentiles of many values where sorting them would', () => {
    const picture = noise(90, 70);
    picture.data.forEach((value, i) => {
      picture.data[i] = i % 5 === 0 ? -0.5 : (value - 0.4) * 10 ** (i % 7);
    });
    const sorted = picture.data.slice().sort();
    const shares = [0, 0.2, 0.5, 0.977, 1];
    const expected = shares.map((share) => {
      const place = share * (sorted.length - 1);
      const low = sorted[Math.floor(place)] ?? 0;
      return low + ((sorted[Math.ceil(place)] ?? 0) - low) * (place % 1);
    });
    expect(percentiles(picture, shares)).toEqual(expected);
  });

  it('samples large pictures for approximate percentiles', () => {
    const [low = 0, high = 0] = approximatePercentiles(noise(800, 600), [0.1, 0.9]);
    expect(low).toBeCloseTo(0.1, 1);
    expect(high).toBeCloseTo(0.9, 1);
  });

  it('gives mean and deviation of the masked, finite pixels', () => {
    const result = statistics(grey([[1, 3, 100, Number.POSITIVE_INFINITY]]), maskOf('##.#'));
    expect(result).toEqual({ count: 2, mean: 2, standardDeviation: 1 });
    expect(statistics(grey([[1]]), maskOf('.')).mean).toBeNaN();
  });

  it('parts two and three heaps of values', () => {
    const heaps = noise(60, 60);
    heaps.data.forEach((v, i) => {
      heaps.data[i] = v * 10 + (i % 3) * 50;
    });
    const [low = 0, high = 0] = multiOtsu(heaps, 3);
    expect(low).toBeGreaterThan(9);
    expect(low).toBeLessThan(51);
    expect(high).toBeGreaterThan(59);
    expect(high).toBeLessThan(101);
    const two = otsu(grey([[1, 1, 2, 2, 80, 81, 82]]));
    expect(two).toBeGreaterThan(1.9);
    expect(two).toBeLessThan(80);
  });

  it('agrees with an exhaustive search for the best threshold', () => {
    const picture = noise(50, 50, 4);
    picture.data.forEach((v, i) => {
      picture.data[i] = v * v * 255;
    });
    const threshold = otsu(picture);
    const between = (t: number) => {
      const low = picture.data.filter((v) => v <= t);
      const high = picture.data.filter((v) => v > t);
      const mean = (d: Float32Array) => d.reduce((s, v) => s + v, 0) / Math.max(1, d.length);
      return low.length * high.length * (mean(low) - mean(high)) ** 2;
    };
    const best = Math.max(...Array.from({ length: 255 }, (_, t) => between(t)));
    expect(between(threshold)).toBeGreaterThan(0.999 * best);
  });
});
