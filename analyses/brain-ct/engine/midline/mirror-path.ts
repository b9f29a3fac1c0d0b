import { gaussianBlur } from '@second-read/core/pixels/filters/gaussian-blur';
import { type GreyPlane, greyPlane, type Mask } from '@second-read/core/pixels/plane';
import type { Point } from '../head/canvas-geometry.ts';
import type { InnerSkull } from '../head/inner-skull.ts';
import { brainHu } from '../window/density.ts';

/**
 * Rows apart at which the midline is sought, how far beside the ideal, and how far to both sides it compares.
 */
const rowStep = 4;
const reach = 30;
const comparedWidth = 30;
/** Costs of a bend and of a deviation, pixels squared, against a mean spread of 1. */
const bendCost = 0.05;
/** How much shared structure makes good for difference. */
const structureShare = 0.3;
const deviationCost = 0.0003;
/** Weight of a place by its distance from the mirror line. */
const nearness = Float64Array.from({ length: comparedWidth + 1 }, (_, k) => Math.exp(-(k * k) / 288));
/** Their sums, of none up to all. */
const weightsUpTo = Float64Array.from({ length: comparedWidth + 2 }, (_, count) =>
  nearness.subarray(0, count).reduce((all, one) => all + one, 0),
);

/** The way from front to back along which both sides are most alike. */
export function mirrorPath(hu: GreyPlane, intracranial: Mask, skull: InnerSkull): Point[] {
  const calm = calmed(hu, intracranial);
  const levels: number[] = [];
  for (let y = skull.first + rowStep; y <= skull.last - rowStep; y += rowStep) levels.push(y);
  const rows = rowCosts(calm);
  const costs = levelled(levels.map((y) => mirrorCosts(rows, skull.middleAt(y), y)));
  const deviations = cheapestPath(costs);
  return levels.map((y, i) => ({ x: skull.middleAt(y) + (deviations[i] ?? 0), y }));
}

/** Densities between CSF and blood, outside the skull as brain, smoothed. */
function calmed(hu: GreyPlane, inside: Mask): GreyPlane {
  const out = greyPlane(hu.width, hu.height);
  for (let i = 0; i < out.data.length; i++) {
    out.data[i] = inside.data[i] === 0 ? brainHu : Math.min(Math.max(hu.data[i] ?? 0, 0), 65);
  }
  return gaussianBlur(out, 2);
}

/** For every deviation from -reach to reach: how unlike both sides are there. */
function mirrorCosts(rows: RowCosts, ideal: number, y: number): Float64Array {
  return Float64Array.from({ length: 2 * reach + 1 }, (_, k) =>
    mirrorCost(rows, Math.round(2 * (ideal + k - reach)), y),
  );
}

/**
 * Costs in units of their mean spread along a row, over the whole slice: rows without structure weigh little.
 */
function levelled(costs: readonly Float64Array[]): Float64Array[] {
  let spread = 0;
  for (const row of costs) spread += Math.max(...row) - Math.min(...row);
  const unit = spread / Math.max(1, costs.length) + 0.5;
  return costs.map((row) => row.map((cost) => cost / unit));
}

/**
 * Weighted mean over eleven rows, for the mirror line x = sum / 2: how unlike the two sides are, less what
 * they show in common. Even tissue is like its mirror image everywhere; ventricles, falx and fissures are so
 * only at the midline.
 */
function mirrorCost(rows: RowCosts, sum: number, y: number): number {
  let [total, count] = [0, 0];
  for (let row = Math.max(0, y - 5); row <= Math.min(rows.height - 1, y + 5); row++) {
    total += rows.at(row, sum);
    count++;
  }
  const weights = count * rows.weightOf(sum);
  return weights === 0 ? 0 : total / weights;
}

/** Costs of single rows, kept: windows of eleven rows overlap. */
interface RowCosts {
  readonly height: number;
  at(row: number, sum: number): number;
  /** Of all places compared in a row. */
  weightOf(sum: number): number;
}

function rowCosts({ width, height, data }: GreyPlane): RowCosts {
  const sums = 2 * width;
  const [about, structure] = [new Float64Array(data.length), new Float64Array(data.length)];
  for (let i = 0; i < data.length; i++) {
    about[i] = (data[i] ?? 0) - brainHu;
    structure[i] = Math.abs(about[i] ?? 0);
  }
  const known = new Float64Array(sums * height).fill(Number.NaN);
  const compared = (sum: number) => {
    const left = Math.floor(sum / 2);
    return Math.min(comparedWidth, left, width - 1 - (sum - left));
  };
  const measured = (row: number, sum: number) => {
    const [left, last] = [row * width + Math.floor(sum / 2), compared(sum)];
    const right = row * width + sum - Math.floor(sum / 2);
    let total = 0;
    for (let k = 0; k <= last; k++) {
      const unlike = Math.abs((about[left - k] ?? 0) - (about[right + k] ?? 0));
      const shared = (structure[left - k] ?? 0) + (structure[right + k] ?? 0);
      total += (nearness[k] ?? 0) * (unlike - structureShare * shared);
    }
    return total;
  };
  return {
    height,
    at(row, sum) {
      if (sum < 0 || sum >= sums) return 0;
      const place = row * sums + sum;
      if (Number.isNaN(known[place])) known[place] = measured(row, sum);
      return known[place] ?? 0;
    },
    weightOf: (sum) => weightsUpTo[Math.max(0, compared(sum) + 1)] ?? 0,
  };
}

/**
 * The smoothest cheap way from front to back (dynamic programming); the falx holds both ends near the ideal.
 */
function cheapestPath(costs: readonly Float64Array[]): number[] {
  const width = 2 * reach + 1;
  const from: Int16Array[] = [];
  let totals = new Float64Array(width);
  costs.forEach((row, i) => {
    const held = Math.min(i, costs.length - 1 - i) < 3 ? 0.003 : deviationCost;
    const next = new Float64Array(width).fill(Number.POSITIVE_INFINITY);
    const came = new Int16Array(width);
    for (let d = 0; d < width; d++) {
      const own = (row[d] ?? 0) + held * (d - reach) ** 2;
      for (let step = -3; step <= 3; step++) {
        const before = d + step;
        if (before < 0 || before >= width) continue;
        const total = (totals[before] ?? 0) + own + bendCost * step * step;
        if (total < (next[d] ?? 0)) {
          next[d] = total;
          came[d] = before;
        }
      }
    }
    totals = next;
    from.push(came);
  });
  let at = totals.indexOf(Math.min(...totals));
  const path: number[] = [];
  for (let i = costs.length - 1; i >= 0; i--) {
    path.unshift(at - reach);
    at = from[i]?.[at] ?? at;
  }
  return path;
}
