import type { GreyPlane, Mask } from '@second-read/core/pixels/plane';
import { area, ofClass } from '@second-read/core/pixels/regions/mask-logic';
import type { Percent } from '@second-read/core/pixels/units';
import { percentiles } from '@second-read/core/pixels/values/percentiles';
import type { Calibration } from '../calibration.ts';
import { logOdds, probability } from '../classifier.ts';
import type { WorkingImage } from '../framing/working-image.ts';
import type { CompositionOdds } from './breast-network.ts';
import type { Tissue } from './tissue.ts';
import { tissueClass } from './tissue-labels.ts';

export interface Density {
  /** Fibroglandular area of the breast area. */
  readonly percent: Percent;
  /** 1 to 4, continuous: the middle of a category is its number. */
  readonly real: number;
  readonly category: 1 | 2 | 3 | 4;
  /** Probability that the category is right, 0 to 1. */
  readonly confidence: number;
}

/**
 * Area shares that part fatty, scattered, heterogeneous and extreme: the quartiles of ACR BI-RADS, 4th
 * edition (2003); the 5th edition keeps the words and drops the numbers.
 */
export const quartiles = [25, 50, 75] as const;

/**
 * Measures of the composition: how probable gland is over the breast, and the spread of grey relative to
 * itself. None depends on where gland is cut from fat in the label map. The order of its models:
 * meanGland, logRatio, skew, width, glandBelow20, glandBelow40, glandBelow60, glandBelow80, glandFrom80,
 * filmAboveFatty, filmDense.
 */
export function densityFeatures(
  { grey }: WorkingImage,
  { breast, gland }: Tissue,
  composition: CompositionOdds,
): number[] {
  const bands = glandBands(breast, gland);
  const some = 1 - (bands.shares[0] ?? 1);
  const [low = 0, quarter = 0, middle = 0, three = 0, high = 1] = percentiles(
    grey,
    [0.05, 0.25, 0.5, 0.75, 0.95],
    breast,
  );
  const range = Math.max(high - low, 1e-6);
  return [
    bands.mean,
    Math.log((some + 0.02) / (1.02 - some)),
    (middle - low) / range,
    (three - quarter) / range,
    ...bands.shares,
    composition.aboveFatty,
    composition.dense,
  ];
}

/** Mean probability of gland, and the share of the breast in each fifth of it. */
function glandBands(breast: Mask, gland: GreyPlane): { mean: number; shares: number[] } {
  const counts = [0, 0, 0, 0, 0];
  let sum = 0;
  let all = 0;
  for (let i = 0; i < breast.data.length; i++) {
    if (breast.data[i] === 0) continue;
    const probability = gland.data[i] ?? 0;
    const band = Math.min(4, Math.floor(5 * probability));
    counts[band] = (counts[band] ?? 0) + 1;
    sum += probability;
    all++;
  }
  return { mean: sum / Math.max(all, 1), shares: counts.map((count) => count / Math.max(all, 1)) };
}

/** Composition of the breast as an ACR category, from measures calibrated on MIAS F, G and D. */
export function assessDensity(
  working: WorkingImage,
  { tissue, composition }: { readonly tissue: Tissue; readonly composition: CompositionOdds },
  { density }: Calibration,
): Density {
  const features = densityFeatures(working, tissue, composition);
  const aboveFatty = probability(logOdds(density.aboveFatty, features));
  const dense = Math.min(aboveFatty, probability(logOdds(density.dense, features)));
  const percent =
    (100 * area(ofClass(tissue.labels, tissueClass.fibroglandular))) / Math.max(area(tissue.breast), 1);
  // MIAS knows three grades: its dense grade is parted into 3 and 4 by the area share alone.
  const extreme = probability((percent - quartiles[2]) / 5);
  const shares = [1 - aboveFatty, aboveFatty - dense, dense * (1 - extreme), dense * extreme];
  const best = shares.indexOf(Math.max(...shares));
  const expected = shares.reduce((total, share, k) => total + share * (k + 1), 0);
  // The real number never rounds to another category than the one named.
  const real = Math.min(Math.max(expected, best + 0.51), best + 1.49);
  return { percent, real, category: categories[best] ?? 1, confidence: shares[best] ?? 0 };
}

const categories = [1, 2, 3, 4] as const;
