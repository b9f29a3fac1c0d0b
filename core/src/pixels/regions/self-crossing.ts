import type { Point } from './contour.ts';

/**
 * Whether two edges of a closed polygon cross; edges that only touch do not. Edges are gone through along the
 * axis on which they are shorter, each compared with those that begin before it ends.
 */
export function crossesItself(polygon: readonly Point[]): boolean {
  const count = polygon.length;
  const at = (index: number) => polygon[index % count] ?? { x: 0, y: 0 };
  const [x, y] = [spansOf(count, (index) => at(index).x), spansOf(count, (index) => at(index).y)];
  const [along, across] = x.share <= y.share ? [x, y] : [y, x];
  const order = Uint32Array.from({ length: count }, (_, index) => index).sort(
    (a, b) => (along.from[a] ?? 0) - (along.from[b] ?? 0),
  );
  for (let place = 0; place < count; place++) {
    const i = order[place] ?? 0;
    const [end, low, high] = [along.to[i] ?? 0, across.from[i] ?? 0, across.to[i] ?? 0];
    for (let later = place + 1; later < count; later++) {
      const j = order[later] ?? 0;
      if ((along.from[j] ?? 0) > end) break;
      if ((across.from[j] ?? 0) > high || (across.to[j] ?? 0) < low) continue;
      if (doCross(at(i), at(i + 1), at(j), at(j + 1))) return true;
    }
  }
  return false;
}

interface Spans {
  readonly from: Float64Array;
  readonly to: Float64Array;
  /** How much of the whole extent an edge takes. */
  readonly share: number;
}

function spansOf(count: number, placeAt: (index: number) => number): Spans {
  const [from, to] = [new Float64Array(count), new Float64Array(count)];
  let [least, most, sum] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 0];
  for (let index = 0; index < count; index++) {
    const [a, b] = [placeAt(index), placeAt(index + 1)];
    from[index] = Math.min(a, b);
    to[index] = Math.max(a, b);
    least = Math.min(least, a);
    most = Math.max(most, a);
    sum += Math.abs(b - a);
  }
  return { from, to, share: most > least ? sum / (most - least) : Number.POSITIVE_INFINITY };
}

function doCross(a: Point, b: Point, c: Point, d: Point): boolean {
  return turn(a, b, c) * turn(a, b, d) < 0 && turn(c, d, a) * turn(c, d, b) < 0;
}

/** Which side of the way from `a` to `b` a point lies on. */
function turn(a: Point, b: Point, { x, y }: Point): number {
  return Math.sign((b.x - a.x) * (y - a.y) - (b.y - a.y) * (x - a.x));
}
