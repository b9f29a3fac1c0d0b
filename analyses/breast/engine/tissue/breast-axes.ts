import type { LabelMap } from '@second-read/core/pixels/plane';
import type { Fraction } from '@second-read/core/pixels/units';
import type { Landmarks } from '@second-read/core/reading/landmarks';
import type { Tissue } from './tissue.ts';
import { tissueClass } from './tissue-labels.ts';

interface Point {
  readonly x: number;
  readonly y: number;
}

/** Where the breast begins and ends, in working pixels; the chest wall is on the left. */
export interface BreastAxes {
  /**
   * The chest wall as x = at + slope · y: the muscle's front edge where a muscle is seen, else upright where
   * the breast begins.
   */
  readonly wall: { readonly at: number; readonly slope: number };
  /** The furthest place of the breast from the picture's chest side. */
  readonly nipple: Point;
  /** First and last row of the breast. */
  readonly rows: { readonly first: number; readonly last: number };
  /** Last row in which muscle is seen; null where none is. */
  readonly muscleEnds: number | null;
}

/** Fewer rows of muscle give no line. */
const minRows = 8;
/** The muscle's edge leans back by at most this much on an MLO (45°): a steeper one is a fold. */
const steepest = 1;

/** Null where no breast was outlined. `showsMuscle`: what is labelled muscle is one. */
export function breastAxes({ labels, breast }: Tissue, showsMuscle: boolean): BreastAxes | null {
  const [first, last] = [breast.data.indexOf(1), breast.data.lastIndexOf(1)];
  if (first < 0) return null;
  const edge = showsMuscle ? frontEdge(labels) : [];
  return {
    wall: edge.length < minRows ? { at: firstColumn(breast), slope: 0 } : fittedLine(edge),
    nipple: furthest(breast),
    rows: { first: Math.floor(first / breast.width), last: Math.floor(last / breast.width) },
    muscleEnds: edge.length < minRows ? null : (edge[edge.length - 1]?.y ?? null),
  };
}

/** Nipple, two places of the chest wall and the end of the muscle, in working pixels. */
export function landmarksIn({ wall, nipple, rows, muscleEnds }: BreastAxes): Landmarks {
  const onWall = (y: number) => ({ x: wall.at + wall.slope * y, y });
  const landmarks = { nipple, wallTop: onWall(rows.first), wallBottom: onWall(rows.last + 1) };
  return muscleEnds === null ? landmarks : { ...landmarks, muscleEnd: onWall(muscleEnds) };
}

/**
 * Share of the way from the chest wall to the nipple, along the line at right angles to the wall: below 0 in
 * the muscle.
 */
export function depthShare({ wall, nipple }: BreastAxes, place: Point): Fraction {
  const from = ({ x, y }: Point): number => x - wall.at - wall.slope * y;
  const whole = from(nipple);
  return whole <= 0 ? 0 : from(place) / whole;
}

function frontEdge({ width, height, data }: LabelMap): Point[] {
  const edge: Point[] = [];
  for (let y = 0; y < height; y++) {
    for (let x = width - 1; x >= 0; x--) {
      if (data[y * width + x] !== tissueClass.pectoral) continue;
      edge.push({ x, y });
      break;
    }
  }
  return edge;
}

/** Least squares over rows; a line that leans forward or too far back stays within what a muscle does. */
function fittedLine(edge: readonly Point[]): BreastAxes['wall'] {
  const mean = (of: (point: Point) => number) =>
    edge.reduce((sum, point) => sum + of(point), 0) / edge.length;
  const [x, y] = [mean((point) => point.x), mean((point) => point.y)];
  const spread = mean((point) => (point.y - y) ** 2);
  const lean = spread === 0 ? 0 : mean((point) => (point.x - x) * (point.y - y)) / spread;
  const slope = Math.min(0, Math.max(-steepest, lean));
  return { at: x - slope * y, slope };
}

function firstColumn({ width, data }: Tissue['breast']): number {
  let first = width;
  for (let i = 0; i < data.length; i++) if (data[i] !== 0) first = Math.min(first, i % width);
  return first;
}

function furthest({ width, data }: Tissue['breast']): Point {
  let [x, y, count] = [-1, 0, 0];
  for (let i = 0; i < data.length; i++) {
    if (data[i] === 0) continue;
    const column = i % width;
    if (column < x) continue;
    [y, count] = column > x ? [0, 0] : [y, count];
    x = column;
    y += Math.floor(i / width);
    count++;
  }
  return { x, y: count === 0 ? 0 : y / count };
}
