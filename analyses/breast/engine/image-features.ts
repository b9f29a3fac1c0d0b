import type { MassSearch } from './masses.ts';

/** The measures of a whole picture. */
export type ImageMeasures = readonly number[];

/** Log-odds below this say no more than "nothing". */
const leastOdds = -7;

/**
 * What a whole picture is judged by: its best mass candidate, as log-odds. The best cluster and the network's scores
 * of the whole film were tried beside it and made the out-of-fold areas smaller (0.71 and 0.70 for 0.73 and 0.74).
 */
export function imageFeatures(search: MassSearch | null): ImageMeasures {
  const best = search?.candidates[0];
  return [best === undefined ? leastOdds : odds(best.lesion)];
}

function odds(probability: number): number {
  const p = Math.min(Math.max(probability, 1e-6), 1 - 1e-6);
  return Math.max(leastOdds, Math.log(p / (1 - p)));
}
