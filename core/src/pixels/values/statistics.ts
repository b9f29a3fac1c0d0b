import type { GreyPlane, Mask } from '../plane.ts';

export interface Statistics {
  readonly count: number;
  readonly mean: number;
  /** Of the whole population, not of a sample. */
  readonly standardDeviation: number;
}

/** Count, mean and standard deviation of the finite pixels, within a mask where one is given. */
export function statistics(plane: GreyPlane, inside?: Mask): Statistics {
  let count = 0;
  let mean = 0;
  let squares = 0;
  for (let i = 0; i < plane.data.length; i++) {
    if (inside !== undefined && inside.data[i] === 0) continue;
    const value = plane.data[i] ?? 0;
    if (!Number.isFinite(value)) continue;
    count++;
    const delta = value - mean;
    mean += delta / count;
    squares += delta * (value - mean);
  }
  if (count === 0) return { count, mean: Number.NaN, standardDeviation: Number.NaN };
  return { count, mean, standardDeviation: Math.sqrt(squares / count) };
}
