import type { Reading } from './network.ts';

/** Logistic of the mean of two picture scores, fitted on held-out pictures; see README. */
const fitted = { bias: 0.35, slope: 0.39 } as const;

const logit = (share: number): number => {
  const p = Math.min(Math.max(share, 1e-4), 1 - 1e-4);
  return Math.log(p / (1 - p));
};

/** Probability that an acetowhite lesion is present, 0 to 1. */
export function lesionProbability(reading: Reading): number {
  const mean = (logit(reading.lesionPresent) + logit(reading.notNegative)) / 2;
  return 1 / (1 + Math.exp(-(fitted.bias + fitted.slope * mean)));
}
