import { gaussianBlur } from '@second-read/core/pixels/gaussian-blur';
import { type GreyPlane, greyPlane, type Mask } from '@second-read/core/pixels/plane';
import type { Place } from './canvas-geometry.ts';
import { brainHu } from './density.ts';

/** The ideal midline of the skull and the midline of the brain, on the canvas. */
export interface Midline {
  /** Inner width of the skull at its widest, canvas pixels. */
  readonly innerWidth: number;
  /** x of the ideal midline in row y. */
  readonly idealAt: (y: number) => number;
  /** The brain's own midline, from the front to the back. */
  readonly path: readonly Place[];
  /** Largest deviation in the middle half of the head as a share of the inner width, positive towards larger x. */
  readonly shift: number;
}

/** Rows apart at which the midline is sought, how far beside the ideal, and how far to both sides it compares. */
const rowStep = 4;
const reach = 30;
const comparedWidth = 30;
/** Costs of a bend and of a deviation, pixels squared, against a mean spread of 1. */
const bendCost = 0.05;
/** How much shared structure makes good for difference. */
const structureShare = 0.3;
const deviationCost = 0.0003;
/** How much the falx's ends count against the skull for the ideal midline: for its slope and for its place. */
const chordSlopeShare = 0.85;
const chordPlaceShare = 0.15;

/** Undefined where the skull encloses too little to have a midline. */
export function findMidline(hu: GreyPlane, intracranial: Mask): Midline | undefined {
  const rows = innerRows(intracranial);
  if (rows.length < 60) return undefined;
  const innerWidth = Math.max(...rows.map(({ left, right }) => right - left + 1));
  const skullAt = fitIdeal(rows);
  const calm = calmed(hu, intracranial);
  const [first, last] = [rows[0]?.y ?? 0, rows[rows.length - 1]?.y ?? 0];
  const levels: number[] = [];
  for (let y = first + rowStep; y <= last - rowStep; y += rowStep) levels.push(y);
  const costs = levelled(levels.map((y) => mirrorCosts(calm, skullAt(y), y)));
  const deviations = cheapestPath(costs);
  const path = levels.map((y, i) => ({ x: skullAt(y) + (deviations[i] ?? 0), y }));
  const idealAt = chordOf(path, skullAt);
  return { innerWidth, idealAt, path, shift: centralShift(path, idealAt) / innerWidth };
}

interface InnerRow {
  readonly y: number;
  readonly left: number;
  readonly right: number;
}

function innerRows(inside: Mask): InnerRow[] {
  const rows: InnerRow[] = [];
  for (let y = 0; y < inside.height; y++) {
    const row = inside.data.subarray(y * inside.width, (y + 1) * inside.width);
    const left = row.indexOf(1);
    if (left >= 0) rows.push({ y, left, right: row.lastIndexOf(1) });
  }
  return rows;
}

/** Line through the middles of the rows, each weighted by its width, ends left out; near the canvas's own middle. */
function fitIdeal(rows: readonly InnerRow[]): (y: number) => number {
  const cut = Math.floor(rows.length * 0.15);
  const used = rows.slice(cut, rows.length - cut);
  let [weight, sumY, sumX, sumYY, sumXY] = [0, 0, 0, 0, 0];
  for (const { y, left, right } of used) {
    const w = right - left + 1;
    const x = (left + right) / 2;
    weight += w;
    sumY += w * y;
    sumX += w * x;
    sumYY += w * y * y;
    sumXY += w * x * y;
  }
  const slope = (weight * sumXY - sumX * sumY) / (weight * sumYY - sumY * sumY);
  const held = Math.min(Math.max(slope, -0.06), 0.06);
  const middleY = sumY / weight;
  const middleX = sumX / weight;
  return (y) => middleX + held * (y - middleY);
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

/** Costs in units of their mean spread along a row, over the whole slice: rows without structure weigh little. */
function levelled(costs: readonly Float64Array[]): Float64Array[] {
  let spread = 0;
  for (const row of costs) spread += Math.max(...row) - Math.min(...row);
  const unit = spread / Math.max(1, costs.length) + 0.5;
  return costs.map((row) => row.map((cost) => cost / unit));
}

/**
 * Weighted mean over eleven rows, for the mirror line x = sum / 2: how unlike the two sides are, less what they show in
 * common. Even tissue is like its mirror image everywhere; ventricles, falx and fissures are so only at the midline.
 */
function mirrorCost(calm: GreyPlane, sum: number, y: number): number {
  const { width, height, data } = calm;
  let [total, weights] = [0, 0];
  for (let row = Math.max(0, y - 5); row <= Math.min(height - 1, y + 5); row++) {
    for (let k = 0; k <= comparedWidth; k++) {
      const left = Math.floor(sum / 2) - k;
      const right = sum - left;
      if (left < 0 || right >= width) break;
      const weight = Math.exp(-(k * k) / 288);
      const [a, b] = [(data[row * width + left] ?? 0) - brainHu, (data[row * width + right] ?? 0) - brainHu];
      total += weight * (Math.abs(a - b) - structureShare * (Math.abs(a) + Math.abs(b)));
      weights += weight;
    }
  }
  return weights === 0 ? 0 : total / weights;
}

/** The smoothest cheap way from front to back (dynamic programming); the falx holds both ends near the ideal. */
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

/**
 * The line from the front to the back attachment of the falx, as radiology draws it, from the path's first and last
 * eighth. Its slope counts more than its place: a push moves both ends alike before it tilts them.
 */
function chordOf(path: readonly Place[], skullAt: (y: number) => number): (y: number) => number {
  const count = Math.max(2, Math.round(path.length * 0.12));
  const [front, back] = [meanOf(path.slice(0, count)), meanOf(path.slice(-count))];
  const middle = (front.y + back.y) / 2;
  const span = Math.max(1, back.y - front.y);
  const skullSlope = (skullAt(back.y) - skullAt(front.y)) / span;
  const slope = skullSlope + chordSlopeShare * ((back.x - front.x) / span - skullSlope);
  const place = skullAt(middle) + chordPlaceShare * ((front.x + back.x) / 2 - skullAt(middle));
  return (y) => place + slope * (y - middle);
}

function meanOf(places: readonly Place[]): Place {
  const sum = places.reduce((total, { x, y }) => ({ x: total.x + x, y: total.y + y }), { x: 0, y: 0 });
  return { x: sum.x / places.length, y: sum.y / places.length };
}

/** The largest deviation, averaged over seven neighbouring rows, in the middle half. */
function centralShift(path: readonly Place[], idealAt: (y: number) => number): number {
  const deviations = path.map(({ x, y }) => x - idealAt(y));
  const [from, to] = [Math.round(path.length * 0.25), Math.round(path.length * 0.72)];
  let largest = 0;
  for (let i = from; i < to; i++) {
    const around = deviations.slice(Math.max(0, i - 3), i + 4);
    const mean = around.reduce((sum, value) => sum + value, 0) / around.length;
    if (Math.abs(mean) > Math.abs(largest)) largest = mean;
  }
  return largest;
}
