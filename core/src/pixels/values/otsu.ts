import type { GreyPlane, Mask } from '../plane.ts';
import { type Histogram, histogram } from './histogram.ts';

/** Otsu's threshold (IEEE Trans SMC 9, 1979): values above it are the brighter class. */
export function otsu(plane: GreyPlane, options: { bins?: number; inside?: Mask } = {}): number {
  return multiOtsu(plane, 2, options)[0] ?? 0;
}

/**
 * The `classes - 1` rising thresholds that part the histogram with the largest variance between the
 * classes, found exactly by dynamic programming (Liao et al., JISE 17, 2001). Up to 5 classes are sensible.
 */
export function multiOtsu(
  plane: GreyPlane,
  classes: number,
  options: { bins?: number; inside?: Mask } = {},
): number[] {
  const counts = histogram(plane, options.bins ?? 256, options.inside);
  return bestCuts(counts, classes).map((bin) => counts.min + (bin + 1) * counts.binWidth);
}

/** For each cut the last bin of the darker class. */
function bestCuts(source: Histogram, classes: number): number[] {
  const bins = source.counts.length;
  const weights = new Float64Array(bins + 1);
  const moments = new Float64Array(bins + 1);
  for (let i = 0; i < bins; i++) {
    const count = source.counts[i] ?? 0;
    weights[i + 1] = (weights[i] ?? 0) + count;
    moments[i + 1] = (moments[i] ?? 0) + count * i;
  }
  const gain = (from: number, to: number): number => {
    const weight = (weights[to] ?? 0) - (weights[from] ?? 0);
    const moment = (moments[to] ?? 0) - (moments[from] ?? 0);
    return weight > 0 ? (moment * moment) / weight : 0;
  };
  let best = new Float64Array(bins + 1);
  for (let to = 1; to <= bins; to++) best[to] = gain(0, to);
  const choices: Int32Array[] = [];
  for (let c = 2; c <= classes; c++) {
    const next = new Float64Array(bins + 1).fill(Number.NEGATIVE_INFINITY);
    const choice = new Int32Array(bins + 1);
    for (let to = c; to <= bins; to++) {
      for (let cut = c - 1; cut < to; cut++) {
        const value = (best[cut] ?? 0) + gain(cut, to);
        if (value > (next[to] ?? 0)) {
          next[to] = value;
          choice[to] = cut;
        }
      }
    }
    choices.push(choice);
    best = next;
  }
  const cuts: number[] = [];
  let end = bins;
  for (const choice of choices.reverse()) {
    end = choice[end] ?? 0;
    cuts.unshift(end - 1);
  }
  return cuts;
}
