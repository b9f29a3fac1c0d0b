import type { MassSearch } from './masses.ts';

export const imageFeatureNames = ['mass1'] as const;

/** In the order of `imageFeatureNames`. */
export type ImageMeasures = readonly number[];

/** Log-odds below this say no more than "nothing". */
const leastOdds = -7;

/**
 * What a whole picture is judged by: its best mass candidate, as log-odds. Second and third candidates,
 * clusters and density were tried beside it and made the out-of-fold areas smaller (0.60 to 0.65 for 0.66).
 */
export function imageFeatures(search: MassSearch | null): ImageMeasures {
  const best = search?.candidates[0];
  return [best === undefined ? leastOdds : odds(best.lesion)];
}

function odds(probability: number): number {
  const p = Math.min(Math.max(probability, 1e-6), 1 - 1e-6);
  return Math.max(leastOdds, Math.log(p / (1 - p)));
}
