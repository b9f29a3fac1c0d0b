import fitted from '../../model/reading.json' with { type: 'json' };

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

/** A linear model over the standardised numbers of `appearance.ts`. */
export interface AppearanceModel {
  readonly bias: number;
  readonly weights: readonly number[];
}

export interface AppearanceConstants {
  readonly means: readonly number[];
  readonly scales: readonly number[];
  /** Logit of a colposcope's picture rather than a plain photograph. */
  readonly colposcope: AppearanceModel;
  /** Scores that a lesion is present, learned from photographs and from colposcope's pictures alone. */
  readonly lesionInPhotograph: AppearanceModel;
  readonly lesionInColposcope: AppearanceModel;
  readonly notNegative: AppearanceModel;
  readonly swede: AppearanceModel;
  /**
   * Logit of a photograph before acetic acid rather than after it (`training/cervix/steps.py`): over the
   * numbers of the whole picture, then those of the cervix alone, standardised by `closeMeans` and
   * `closeScales`.
   */
  readonly beforeAcid: AppearanceModel & {
    readonly closeMeans: readonly number[];
    readonly closeScales: readonly number[];
  };
}

/**
 * Constants fitted to pictures the network had not seen, by `training/cervix/calibrate.py`; none is set by
 * hand.
 */
export interface ReadingConstants {
  /**
   * From where a pixel belongs to a region, chosen for Dice: share of the lesion map's peak, value of the
   * junction's map.
   */
  readonly thresholds: { readonly lesion: number; readonly junction: number };
  readonly appearance: AppearanceConstants;
  /**
   * Measures → an acetowhite lesion is present. Examiners at a colposcope outline more than readers of VIA
   * photographs.
   */
  readonly lesion: { readonly photograph: LogisticModel; readonly colposcope: LogisticModel };
  /** Measures → VIA is not negative, the Swede score is 5 or more. */
  readonly notNegative: LogisticModel;
  readonly swedeFromFive: LogisticModel;
  /** Probability of a lesion from which the report names one, by the kind of picture. */
  readonly reportFrom: { readonly photograph: number; readonly colposcope: number };
}

export const readingConstants: ReadingConstants = fitted;

/** What `appearance.ts` saw, as measures; `type` rather than `interface` so that it is a record. */
export type AppearanceMeasures = {
  /** Probability, 0 to 1, that a colposcope took the picture. */
  readonly looksColposcope: number;
  readonly looksLesionInPhotograph: number;
  readonly looksLesionInColposcope: number;
  readonly looksNotNegative: number;
  readonly looksSwede: number;
  /** Probability, 0 to 1, that the photograph was taken before acetic acid. */
  readonly looksBeforeAcid: number;
};

/** `close` as `appearance.ts` gives it of the cervix alone. */
export function measureAppearance(
  appearance: ArrayLike<number>,
  close: ArrayLike<number>,
  constants: AppearanceConstants,
): AppearanceMeasures {
  const standard = standardised(appearance, constants.means, constants.scales);
  const { closeMeans, closeScales } = constants.beforeAcid;
  const both = [...standard, ...standardised(close, closeMeans, closeScales)];
  const score = ({ bias, weights }: AppearanceModel): number =>
    weights.reduce((sum, weight, i) => sum + weight * (both[i] ?? 0), bias);
  return {
    looksColposcope: logistic(score(constants.colposcope)),
    looksLesionInPhotograph: score(constants.lesionInPhotograph),
    looksLesionInColposcope: score(constants.lesionInColposcope),
    looksNotNegative: score(constants.notNegative),
    looksSwede: score(constants.swede),
    looksBeforeAcid: logistic(score(constants.beforeAcid)),
  };
}

function standardised(
  numbers: ArrayLike<number>,
  means: readonly number[],
  scales: readonly number[],
): number[] {
  return means.map((mean, i) => limited(((numbers[i] ?? 0) - mean) / (scales[i] ?? 1)));
}

/** How far a measure may count, in standard deviations: other cameras differ. */
const furthest = 3;

/** Probability, 0 to 1, that the model gives to a picture with these measures. */
export function probabilityOf(model: LogisticModel, measures: Readonly<Record<string, number>>): number {
  let odds = model.bias;
  for (const { measure, mean, scale, weight } of model.terms) {
    const value = measures[measure];
    if (value === undefined) throw new Error(`cervix: no measure ${measure}`);
    odds += weight * limited((value - mean) / scale);
  }
  return logistic(odds);
}

/** Probability, 0 to 1, of an acetowhite lesion: both models, each as far as the picture is of its kind. */
export function lesionProbability(
  { lesion }: Pick<ReadingConstants, 'lesion'>,
  measures: Readonly<Record<string, number>> & Pick<AppearanceMeasures, 'looksColposcope'>,
): number {
  const kind = measures.looksColposcope;
  return (
    kind * probabilityOf(lesion.colposcope, measures) +
    (1 - kind) * probabilityOf(lesion.photograph, measures)
  );
}

/** Likely enough, for a picture of its kind, that the report names a lesion. */
export function isReported(
  presence: number,
  { looksColposcope }: Pick<AppearanceMeasures, 'looksColposcope'>,
  { reportFrom }: Pick<ReadingConstants, 'reportFrom'>,
): boolean {
  return presence >= (looksColposcope >= 0.5 ? reportFrom.colposcope : reportFrom.photograph);
}

const limited = (value: number): number => Math.min(Math.max(value, -furthest), furthest);
const logistic = (odds: number): number => 1 / (1 + Math.exp(-odds));
