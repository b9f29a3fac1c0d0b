import type { Mask } from '../plane.ts';

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Clockwise on screen, from the right. */
const around = [
  [1, 0],
  [1, 1],
  [0, 1],
  [-1, 1],
  [-1, 0],
  [-1, -1],
  [0, -1],
  [1, -1],
] as const;

/**
 * The outer boundary of the component that holds the first non-zero pixel, row by row: pixel centres,
 * clockwise, each neighbour of the next, not closed (Moore tracing with Jacob's criterion).
 * Empty for an empty mask; one point for a single pixel.
 */
export function traceContour(mask: Mask): Point[] {
  const first = mask.data.findIndex((value) => value !== 0);
  if (first < 0) return [];
  const start = { x: first % mask.width, y: Math.floor(first / mask.width) };
  const points: Point[] = [];
  let here = start;
  let heading = 0;
  let firstHeading = -1;
  for (let step = 0; step < 4 * mask.data.length; step++) {
    const next = nextDirection(mask, here, heading);
    if (next === undefined) return [start];
    if (here.x === start.x && here.y === start.y) {
      if (next === firstHeading) break;
      if (firstHeading < 0) firstHeading = next;
    }
    points.push(here);
    const [dx, dy] = around[next] ?? [0, 0];
    here = { x: here.x + dx, y: here.y + dy };
    heading = next;
  }
  return points;
}

/** The first neighbour inside, searched clockwise from behind the left hand. */
function nextDirection(mask: Mask, at: Point, heading: number): number | undefined {
  for (let turn = 0; turn < 8; turn++) {
    const direction = (heading + 6 + turn) % 8;
    const [dx, dy] = around[direction] ?? [0, 0];
    const x = at.x + dx;
    const y = at.y + dy;
    if (x < 0 || y < 0 || x >= mask.width || y >= mask.height) continue;
    if (mask.data[y * mask.width + x] !== 0) return direction;
  }
  return undefined;
}
