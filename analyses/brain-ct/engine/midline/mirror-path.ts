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

/** The way from front to back along which both sides are most alike. */
export function mirrorPath(hu: GreyPlane, intracranial: Mask, skull: InnerSkull): Point[] {
  const calm = calmed(hu, intracranial);
  const levels: number[] = [];
  for (let y = skull.first + rowStep; y <= skull.last - rowStep; y += rowStep) levels.push(y);
  const costs = levelled(levels.map((y) => mirrorCosts(calm, skull.middleAt(y), y)));
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
function mirrorCosts(calm: GreyPlane, ideal: number, y: number): Float64Array {
  return Float64Array.from({ length: 2 * reach + 1 }, (_, k) =>
    mirrorCost(calm, Math.round(2 * (ideal + k - reach)), y),
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
function mirrorCost(calm: GreyPlane, sum: number, y: number): number {
  const { width, height, data } = calm;
  let [total, weights] = [0, 0];
  for (let row = Math.max(0, y - 5); row <= Math.min(height - 1, y + 5); row++) {
    for (let k = 0; k <= comparedWidth; k++) {
      const left = Math.floor(sum / 2) - k;
      const right = sum - left;
      if (left < 0 || right >= width) break;
      const weight = nearness[k] ?? 0;
      const [a, b] = [(data[row * width + left] ?? 0) - brainHu, (data[row * width + right] ?? 0) - brainHu];
      total += weight * (Math.abs(a - b) - structureShare * (Math.abs(a) + Math.abs(b)));
      weights += weight;
    }
  }
  return weights === 0 ? 0 : total / weights;
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
