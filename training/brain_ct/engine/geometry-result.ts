import type { EvansPair, ShiftPair } from './deformed.ts';

/** What `measure.ts` gathers over the slices. */
export interface Gathered {
  slices: number;
  readonly shifts: ShiftPair[];
  readonly oneSided: ShiftPair[];
  /** Shifts of unmoved slices. */
  readonly resting: number[];
  readonly evans: EvansPair[];
  readonly sulcal: number[];
  readonly central: number[];
}

/** Nothing measured yet. */
export function nothingYet(): Gathered {
  return {
    slices: 0,
    shifts: [],
    oneSided: [],
    resting: [],
    evans: [],
    sulcal: [],
    central: [],
  };
}

const mean = (values: readonly number[]) =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
const quantile = (values: readonly number[], share: number) =>
  [...values].sort((a, b) => a - b)[Math.floor(share * (values.length - 1))] ?? 0;
const quantiles = (values: readonly number[]) =>
  [0.05, 0.25, 0.5, 0.75, 0.95].map((share) => quantile(values, share));

function auc(scores: readonly number[], truths: readonly boolean[]): number {
  let [right, pairs] = [0, 0];
  scores.forEach((a, i) => {
    if (!truths[i]) return;
    scores.forEach((b, j) => {
      if (truths[j]) return;
      pairs++;
      right += a > b ? 1 : a === b ? 0.5 : 0;
    });
  });
  return right / Math.max(1, pairs);
}

/** The figures as they stand in metrics.json under `geometry`. */
export function geometryOf(gathered: Gathered, seeds: number) {
  return {
    slices: gathered.slices,
    seeds,
    midline_shift: shiftFigures(gathered),
    evans_index: evansFigures(gathered.evans),
    percentiles: { sulcal_share: quantiles(gathered.sulcal), central_share: quantiles(gathered.central) },
  };
}

function shiftFigures({ shifts, oneSided, resting }: Gathered) {
  const error = (pairs: readonly ShiftPair[]) =>
    mean(pairs.map(({ truth, found }) => Math.abs(truth - found)));
  const isLarge = ({ millimetres }: ShiftPair) => Math.abs(millimetres) > 5;
  const isRightSide = (pair: ShiftPair) => Number(Math.sign(pair.found) === Math.sign(pair.truth));
  return {
    mean_error_of_inner_width: error(shifts),
    auc_above_5_mm: auc(
      shifts.map(({ found }) => Math.abs(found)),
      shifts.map(isLarge),
    ),
    mean_error_pushed_from_one_side: error(oneSided),
    unmoved_mean: mean(resting.map(Math.abs)),
    unmoved_95th_percentile: quantile(resting.map(Math.abs), 0.95),
    right_side_above_5_mm: mean(shifts.filter(isLarge).map(isRightSide)),
  };
}

function evansFigures(pairs: readonly EvansPair[]) {
  const errors = pairs.flatMap(({ truth, found }) => (found === undefined ? [] : [Math.abs(found - truth)]));
  return { mean_error: mean(errors), measured: errors.length / Math.max(1, pairs.length), of: pairs.length };
}
