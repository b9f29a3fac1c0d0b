import { probability } from '../classifier.ts';
import type { MassCandidate } from './masses.ts';

/** Within this many radii of the larger of two candidates, the lesser is probably a part of the same mass. */
const beside = 1.5;
/**
 * What it loses, in log-odds. Measured on films of sources that taught nothing (low-energy contrast
 * mammograms, Mastery, a film exam): at one false mark per film 0.70, 0.78 and 0.75 of the lesions are found,
 * without the loss 0.66, 0.44 and 0.25.
 */
const loss = 1.5;

/** A candidate with the score it has in a list of places, 0 to 1. */
export interface RankedMass {
  readonly candidate: MassCandidate;
  readonly score: number;
}

/**
 * Candidates in the order in which a reader should look at them: one place for each mass before second places
 * of any. The score is the candidate's probability, lowered for what lies beside one that stands before it.
 */
export function rankMasses(candidates: readonly MassCandidate[]): RankedMass[] {
  const ranked: RankedMass[] = [];
  const left = candidates.map((candidate) => ({ candidate, score: candidate.lesion }));
  while (left.length > 0) {
    const next = left.reduce((best, one) => (one.score > best.score ? one : best));
    left.splice(left.indexOf(next), 1);
    ranked.push(next);
    for (const one of left) {
      if (isBeside(next.candidate, one.candidate)) one.score = lowered(one.candidate.lesion);
    }
  }
  return ranked;
}

function isBeside(a: MassCandidate, b: MassCandidate): boolean {
  return Math.hypot(a.x - b.x, a.y - b.y) <= beside * Math.max(a.radius, b.radius);
}

function lowered(lesion: number): number {
  return probability(Math.log(lesion / (1 - lesion)) - loss);
}
