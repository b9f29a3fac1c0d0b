import type { PlaneData } from '@second-read/core/pixels/plane';

export interface ValueStatistics {
  readonly min: number | null;
  readonly max: number | null;
  readonly mean: number | null;
  readonly sum: number | null;
}

/** Summed in stretches so that whole numbers stay exact: a stretch of 32-bit values fits a double. */
const stretch = 65_536;

/** Over all values that are numbers; null where there are none. */
export function valueStatistics(values: PlaneData): ValueStatistics {
  const isFloat = values instanceof Float32Array || values instanceof Float64Array;
  let min = Number.POSITIVE_INFINITY;
  let max = Number.NEGATIVE_INFINITY;
  let count = 0;
  let floats = 0;
  let whole = 0n;
  for (let from = 0; from < values.length; from += stretch) {
    let part = 0;
    const to = Math.min(from + stretch, values.length);
    for (let i = from; i < to; i++) {
      const value = values[i] ?? 0;
      if (!Number.isFinite(value)) continue;
      if (value < min) min = value;
      if (value > max) max = value;
      part += value;
      count++;
    }
    if (isFloat) floats += part;
    else whole += BigInt(part);
  }
  if (count === 0) return { min: null, max: null, mean: null, sum: null };
  const sum = isFloat ? floats : Number(whole);
  return { min, max, mean: sum / count, sum };
}
