import type { GreyPlane, Mask } from '../plane.ts';

export interface Histogram {
  readonly counts: Float64Array;
  readonly min: number;
  readonly max: number;
  readonly binWidth: number;
}

/**
 * Counts in equal bins from the least to the most finite value; `inside` limits it to a mask.
 * All counts are 0 where nothing is counted.
 */
export function histogram(plane: GreyPlane, bins: number, inside?: Mask): Histogram {
  const { min, max } = range(plane, inside);
  const counts = new Float64Array(bins);
  const binWidth = max > min ? (max - min) / bins : 1;
  for (let i = 0; i < plane.data.length; i++) {
    if (inside !== undefined && inside.data[i] === 0) continue;
    const value = plane.data[i] ?? 0;
    if (!Number.isFinite(value)) continue;
    const bin = Math.min(bins - 1, Math.floor((value - min) / binWidth));
    counts[bin] = (counts[bin] ?? 0) + 1;
  }
  return { counts, min, max, binWidth };
}

/** Least and most finite value; both 0 where there is none. */
export function range(plane: GreyPlane, inside?: Mask): { min: number; max: number } {
  let min = Number.POSITIVE_INFINITY;
  let max = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < plane.data.length; i++) {
    if (inside !== undefined && inside.data[i] === 0) continue;
    const value = plane.data[i] ?? 0;
    if (!Number.isFinite(value)) continue;
    if (value < min) min = value;
    if (value > max) max = value;
  }
  return min > max ? { min: 0, max: 0 } : { min, max };
}
