import fitted from '../model/reading.json' with { type: 'json' };

/** A logistic model over standardised measures. */
export interface LogisticModel {
  readonly bias: number;
  readonly terms: readonly {
    /** Name of a measure of `measures.ts`. */
    readonly measure: string;
    readonly mean: number;
    readonly scale: number;
    readonly weight: number;
  }[];
}

/** Constants fitted to pictures the network had not seen, by `training/cervix/calibrate.py`; none is set by hand. */
export interface ReadingConstants {
  /** Map values from which a pixel belongs to the region, chosen for Dice. */
  readonly thresholds: { readonly lesion: number; readonly junction: number };
  /** Measures → an acetowhite lesion is present, VIA is not negative, the Swede score is 5 or more. */
  readonly lesion: LogisticModel;
  readonly notNegative: LogisticModel;
  readonly swedeFromFive: LogisticModel;
  /** Probability of a lesion from which the report names one. */
  readonly reportFrom: number;
}

export const readingConstants: ReadingConstants = fitted;

/** How far a measure may count, in standard deviations: other cameras differ. */
const furthest = 3;

/** Probability, 0 to 1, that the model gives to a picture with these measures. */
export function probabilityOf(model: LogisticModel, measures: Readonly<Record<string, number>>): number {
  let odds = model.bias;
  for (const { measure, mean, scale, weight } of model.terms) {
    const value = measures[measure];
    if (value === undefined) throw new Error(`cervix: no measure ${measure}`);
    odds += weight * Math.min(Math.max((value - mean) / scale, -furthest), furthest);
  }
  return 1 / (1 + Math.exp(-odds));
}
