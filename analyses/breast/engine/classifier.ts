/** A logistic model over standardised measures, as the training scripts write it. */
export interface LogisticModel {
  readonly features: readonly string[];
  readonly mean: readonly number[];
  readonly scale: readonly number[];
  readonly weights: readonly number[];
  readonly bias: number;
}

/** How far beyond the training data a measure may count, in standard deviations: other scanners differ. */
const furthest = 4;

/** Log-odds of the model for one vector of measures. */
export function logOdds(model: LogisticModel, values: readonly number[]): number {
  let sum = model.bias;
  for (const [i, weight] of model.weights.entries()) {
    const z = ((values[i] ?? 0) - (model.mean[i] ?? 0)) / (model.scale[i] ?? 1);
    sum += weight * Math.min(Math.max(z, -furthest), furthest);
  }
  return sum;
}

export function probability(odds: number): number {
  return 1 / (1 + Math.exp(-odds));
}
