import type { MassSearch } from './masses.ts';

/** The measures of a whole picture. */
export type ImageMeasures = readonly number[];

/** Log-odds below this say no more than "nothing". */
const minOdds = -7;
/** The candidates that count: later ones are noise. */
const counted = 8;

/**
 * What a whole picture is judged by, as logarithms: the sum of its candidates' odds, since several likely
 * ones make a picture likelier than its best alone does, and the same of the network's map.
 */
export function imageFeatures(search: MassSearch | null, suspicion: number): ImageMeasures {
  const sum = (search?.candidates ?? [])
    .slice(0, counted)
    .reduce((total, candidate) => total + odds(candidate.lesion), 0);
  return [Math.max(minOdds, Math.log(sum)), suspicion];
}

function odds(probability: number): number {
  const p = Math.min(Math.max(probability, 1e-6), 1 - 1e-6);
  return p / (1 - p);
}
