import type { SeenSlice } from '@second-read/core/exam/exam-slice';
import { numberOf } from '@second-read/core/exam/facts';

/** Thinner slices are read together in steps of this, as in the scans that it was measured on. */
const stepMm = 5;
/** How much a slice and its neighbors count for one another. */
const weights = { own: 0.5, neighbor: 0.25 } as const;

/**
 * Probability of a bleeding in a slice, its neighbors' evidence joined: blood seldom lies in one slice alone.
 * By index of slice.
 */
export function joinedProbabilities(
  slices: readonly SeenSlice[],
  spacingMm: number | null,
): Map<number, number> {
  const reach = spacingMm === null ? 1 : Math.max(1, Math.round(stepMm / spacingMm));
  const logits = slices.map((slice) => logit(numberOf(slice.evidence.facts, 'haemorrhage') ?? 0));
  return new Map(
    slices.map(({ index }, place) => {
      const own = logits[place] ?? 0;
      const before = meanOf(logits.slice(Math.max(0, place - reach), place)) ?? own;
      const after = meanOf(logits.slice(place + 1, place + 1 + reach)) ?? own;
      return [index, chance(weights.own * own + weights.neighbor * (before + after))];
    }),
  );
}

/**
 * Probability that the head bleeds anywhere: that of the likeliest step of 5 mm, in which thinner slices are
 * averaged, so that it does not grow with their number. Null without slices.
 */
export function patientProbability(slices: readonly SeenSlice[], spacingMm: number | null): number | null {
  const logits = slices.map((slice) => logit(numberOf(slice.evidence.facts, 'haemorrhage') ?? 0));
  return logits.length === 0 ? null : chance(Math.max(...inSteps(logits, spacingMm)));
}

function inSteps(logits: readonly number[], spacingMm: number | null): number[] {
  const size = spacingMm === null ? 1 : Math.max(1, Math.round(stepMm / spacingMm));
  const steps: number[] = [];
  for (let i = 0; i < logits.length; i += size) steps.push(meanOf(logits.slice(i, i + size)) ?? 0);
  return steps;
}

function meanOf(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
}

function logit(probability: number): number {
  const bounded = Math.min(Math.max(probability, 1e-4), 1 - 1e-4);
  return Math.log(bounded / (1 - bounded));
}

function chance(logOdds: number): number {
  return 1 / (1 + Math.exp(-logOdds));
}
