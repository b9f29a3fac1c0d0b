import type { Point } from './contour.ts';

/** Whether two edges of a closed polygon cross; edges that only touch do not. */
export function crossesItself(polygon: readonly Point[]): boolean {
  const count = polygon.length;
  for (let i = 0; i < count; i++) {
    const [a, b] = [polygon[i], polygon[(i + 1) % count]];
    for (let j = i + 2; j < count; j++) {
      const [c, d] = [polygon[j], polygon[(j + 1) % count]];
      if (a && b && c && d && doCross(a, b, c, d)) return true;
    }
  }
  return false;
}

function doCross(a: Point, b: Point, c: Point, d: Point): boolean {
  // Most pairs are far apart.
  if (Math.max(a.x, b.x) < Math.min(c.x, d.x) || Math.max(c.x, d.x) < Math.min(a.x, b.x)) return false;
  if (Math.max(a.y, b.y) < Math.min(c.y, d.y) || Math.max(c.y, d.y) < Math.min(a.y, b.y)) return false;
  return turn(a, b, c) * turn(a, b, d) < 0 && turn(c, d, a) * turn(c, d, b) < 0;
}

/** Which side of the way from `a` to `b` a point lies on. */
function turn(a: Point, b: Point, { x, y }: Point): number {
  return Math.sign((b.x - a.x) * (y - a.y) - (b.y - a.y) * (x - a.x));
}
