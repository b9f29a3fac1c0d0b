import type { Mark } from './mark.ts';

export interface MarkShape {
  readonly x: number;
  readonly y: number;
  /** Axes of the ellipse with the mark's second moments, pixels. */
  readonly longPx: number;
  readonly shortPx: number;
}

type PixelMm = { readonly x: number; readonly y: number } | null;

/**
 * Centre and axes of a mark, from its runs, in square pixels of the same area: with their geometric mean size
 * lengths are right in every direction.
 */
export function shapeOf({ runs, areaPx }: Pick<Mark, 'runs' | 'areaPx'>, pixelMm: PixelMm = null): MarkShape {
  const aspect = pixelMm === null ? 1 : Math.sqrt(pixelMm.y / pixelMm.x);
  const sum = { x: 0, y: 0, xx: 0, yy: 0, xy: 0 };
  eachRun(runs, (y, from, to) => {
    const length = to - from;
    const middle = (from + to - 1) / 2;
    // Sum of squares over consecutive columns: n times the middle's square and the spread about it.
    const squares = length * middle ** 2 + (length * (length ** 2 - 1)) / 12;
    sum.x += length * middle;
    sum.y += length * y;
    sum.xx += squares;
    sum.yy += length * y ** 2;
    sum.xy += length * middle * y;
  });
  const area = Math.max(1, areaPx);
  const [x, y] = [sum.x / area, sum.y / area];
  // 1/12 is the variance of a pixel's own square.
  const [xx, yy, xy] = [
    (sum.xx / area - x * x + 1 / 12) / aspect ** 2,
    (sum.yy / area - y * y + 1 / 12) * aspect ** 2,
    sum.xy / area - x * y,
  ];
  const spread = Math.hypot(xx - yy, 2 * xy);
  return {
    x: x / aspect,
    y: y * aspect,
    longPx: 4 * Math.sqrt((xx + yy + spread) / 2),
    shortPx: 4 * Math.sqrt(Math.max(0, (xx + yy - spread) / 2)),
  };
}

export function eachRun(runs: Int32Array, take: (y: number, from: number, to: number) => void): void {
  for (let i = 0; i + 2 < runs.length; i += 3) take(runs[i] ?? 0, runs[i + 1] ?? 0, runs[i + 2] ?? 0);
}
