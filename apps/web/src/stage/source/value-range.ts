import type { DisplayWindow, GreySamples } from './picture.ts';

/** Of the range of values: what lies this near its low end is the ground about the body. */
const groundShare = 0.02;
/** Percentiles of the pixels above the ground that a window leaves dark and bright. */
const percentiles = {
  /** All of the body but burned-in letters. */
  body: [0.01, 0.99],
  /** Contrast is spent on tissue. */
  narrow: [0.05, 0.99],
} as const;

/**
 * `full`: from the least value to the greatest. `body`, `narrow`: from the 1st or the 5th to the 99th
 * percentile of the pixels above the ground.
 */
export function windowOfShare(samples: GreySamples, share: 'full' | keyof typeof percentiles): DisplayWindow {
  const { min, counts } = histogramOf(samples);
  const max = min + counts.length - 1;
  if (share === 'full') return windowBetween(min, max);
  const ground = Math.floor((max - min) * groundShare);
  const above = counts.map((count, at) => (at > ground ? count : 0));
  const [from, to] = percentiles[share];
  return windowBetween(min + percentile(above, from), min + percentile(above, to));
}

function windowBetween(low: number, high: number): DisplayWindow {
  return { centre: (low + high) / 2, width: Math.max(1, high - low) };
}

function histogramOf(samples: GreySamples): { min: number; counts: Uint32Array } {
  let min = Number.POSITIVE_INFINITY;
  let max = Number.NEGATIVE_INFINITY;
  for (const value of samples) {
    if (value < min) min = value;
    if (value > max) max = value;
  }
  const counts = new Uint32Array(max - min + 1);
  for (const value of samples) counts[value - min] = (counts[value - min] ?? 0) + 1;
  return { min, counts };
}

/** The first bin at which this share of all is reached. */
function percentile(counts: Uint32Array, share: number): number {
  const total = counts.reduce((sum, count) => sum + count, 0);
  let reached = 0;
  for (const [bin, count] of counts.entries()) {
    reached += count;
    if (reached >= total * share && reached > 0) return bin;
  }
  return counts.length - 1;
}
