import type { GreyPlane, Mask } from './plane.ts';

export interface Histogram {
  readonly counts: Float64Array;
  readonly least: number;
  readonly most: number;
  readonly binWidth: number;
}

/**
 * Counts in equal bins from the least to the most finite value; `inside` limits it to a mask.
 * All counts are 0 where nothing is counted.
 */
export function histogram(plane: GreyPlane, bins: number, inside?: Mask): Histogram {
  const { least, most } = range(plane, inside);
  const counts = new Float64Array(bins);
  const binWidth = most > least ? (most - least) / bins : 1;
  for (let i = 0; i < plane.data.length; i++) {
    if (inside !== undefined && inside.data[i] === 0) continue;
    const value = plane.data[i] ?? 0;
    if (!Number.isFinite(value)) continue;
    const bin = Math.min(bins - 1, Math.floor((value - least) / binWidth));
    counts[bin] = (counts[bin] ?? 0) + 1;
  }
  return { counts, least, most, binWidth };
}

/** Least and most finite value; both 0 where there is none. */
export function range(plane: GreyPlane, inside?: Mask): { least: number; most: number } {
  let least = Number.POSITIVE_INFINITY;
  let most = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < plane.data.length; i++) {
    if (inside !== undefined && inside.data[i] === 0) continue;
    const value = plane.data[i] ?? 0;
    if (!Number.isFinite(value)) continue;
    if (value < least) least = value;
    if (value > most) most = value;
  }
  return least > most ? { least: 0, most: 0 } : { least, most };
}
