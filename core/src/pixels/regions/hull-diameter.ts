import type { Point } from './contour.ts';

export interface Diameter {
  readonly length: number;
  /** Direction of the longest line; along x where there is none. */
  readonly axis: Point;
}

/**
 * The longest line between two corners of a convex polygon, by rotating calipers (Shamos, 1978): in the time
 * of going round once. Of equal ones the first in the order of corners.
 * @param hull as `convexHull` gives it
 */
export function hullDiameter(hull: readonly Point[]): Diameter {
  const count = hull.length;
  let best = { length: 0, from: 0, to: 0 };
  const look = (a: number, b: number) => {
    const [from, to] = a < b ? [a, b] : [b, a];
    const [p, q] = [hull[from], hull[to]];
    if (p === undefined || q === undefined) return;
    const length = Math.hypot(q.x - p.x, q.y - p.y);
    const isFirst = from < best.from || (from === best.from && to < best.to);
    if (length > best.length || (length === best.length && isFirst)) best = { length, from, to };
  };
  let opposite = 1 % Math.max(1, count);
  for (let i = 0; i < count; i++) {
    const next = (i + 1) % count;
    const distance = (at: number) => doubleArea(hull[i], hull[next], hull[at % count]);
    while (distance(opposite + 1) > distance(opposite)) opposite = (opposite + 1) % count;
    // The neighbors too: of parallel edges both ends are opposite.
    for (const corner of [opposite + count - 1, opposite, opposite + 1]) {
      look(i, corner % count);
      look(next, corner % count);
    }
  }
  const [from, to] = [hull[best.from], hull[best.to]];
  if (from === undefined || to === undefined || best.length === 0) return { length: 0, axis: { x: 1, y: 0 } };
  return {
    length: best.length,
    axis: { x: (to.x - from.x) / best.length, y: (to.y - from.y) / best.length },
  };
}

function doubleArea(a: Point | undefined, b: Point | undefined, c: Point | undefined): number {
  if (a === undefined || b === undefined || c === undefined) return 0;
  return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}
