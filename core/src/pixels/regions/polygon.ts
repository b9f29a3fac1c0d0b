import type { Point } from './contour.ts';

/** Length of a closed polygon, in pixels. */
export function perimeter(points: readonly Point[]): number {
  let sum = 0;
  points.forEach((point, i) => {
    const next = points[(i + 1) % points.length] ?? point;
    sum += Math.hypot(next.x - point.x, next.y - point.y);
  });
  return sum;
}

/** Area inside a closed polygon, in square pixels (shoelace formula). */
export function polygonArea(points: readonly Point[]): number {
  let twice = 0;
  points.forEach((point, i) => {
    const next = points[(i + 1) % points.length] ?? point;
    twice += point.x * next.y - next.x * point.y;
  });
  return Math.abs(twice) / 2;
}
