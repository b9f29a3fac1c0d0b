import type { Point } from './contour.ts';

/**
 * A closed polygon with fewer corners, none of those left out further than `tolerance` from it (Douglas and
 * Peucker, Cartographica 10, 1973), between its first corner and the one furthest from that.
 */
export function simplifyPolygon(polygon: readonly Point[], tolerance: number): Point[] {
  const [first] = polygon;
  if (first === undefined || polygon.length <= 3) return [...polygon];
  const ring = [...polygon, first];
  const far = furthest(ring, (point) => Math.hypot(point.x - first.x, point.y - first.y), [
    0,
    ring.length - 1,
  ]);
  const kept = new Uint8Array(ring.length);
  kept[0] = 1;
  kept[far.at] = 1;
  const spans: [number, number][] = [
    [0, far.at],
    [far.at, ring.length - 1],
  ];
  for (let span = spans.pop(); span !== undefined; span = spans.pop()) {
    const [from, to] = span;
    const [a, b] = [ring[from], ring[to]];
    if (a === undefined || b === undefined) continue;
    const { at, distance } = furthest(ring, (point) => distanceToSegment(point, a, b), span);
    if (distance <= tolerance) continue;
    kept[at] = 1;
    spans.push([from, at], [at, to]);
  }
  return polygon.filter((_, index) => kept[index] === 1);
}

/** The corner between two others that lies furthest away; the first of them where none lies between. */
function furthest(
  ring: readonly Point[],
  distanceOf: (point: Point) => number,
  [from, to]: readonly [number, number],
): { at: number; distance: number } {
  let found = { at: from, distance: -1 };
  for (let at = from + 1; at < to; at++) {
    const point = ring[at];
    const distance = point === undefined ? -1 : distanceOf(point);
    if (distance > found.distance) found = { at, distance };
  }
  return found;
}

function distanceToSegment({ x, y }: Point, from: Point, to: Point): number {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const length = dx * dx + dy * dy;
  const along = length === 0 ? 0 : ((x - from.x) * dx + (y - from.y) * dy) / length;
  const at = Math.min(1, Math.max(0, along));
  return Math.hypot(x - from.x - at * dx, y - from.y - at * dy);
}
