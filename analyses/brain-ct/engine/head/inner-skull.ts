import type { Mask } from '@second-read/core/pixels/plane';

/** The inner skull on the canvas as far as the midline needs it. */
export interface InnerSkull {
  /** First and last row that the skull encloses. */
  readonly first: number;
  readonly last: number;
  /** Inner width at its widest, canvas pixels. */
  readonly width: number;
  /** x halfway between both sides of the skull in row y, as a straight line. */
  readonly middleAt: (y: number) => number;
}

interface InnerRow {
  readonly y: number;
  readonly left: number;
  readonly right: number;
}

/** Undefined where the skull encloses too little to have a midline. */
export function innerSkull(intracranial: Mask): InnerSkull | undefined {
  const rows = innerRows(intracranial);
  if (rows.length < 60) return undefined;
  return {
    first: rows[0]?.y ?? 0,
    last: rows[rows.length - 1]?.y ?? 0,
    width: Math.max(...rows.map(({ left, right }) => right - left + 1)),
    middleAt: fitMiddle(rows),
  };
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

/**
 * Line through the middles of the rows, each weighted by its width, ends left out; near the canvas's own
 * middle.
 */
function fitMiddle(rows: readonly InnerRow[]): (y: number) => number {
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
