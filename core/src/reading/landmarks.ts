import { z } from 'zod';
import type { Point } from '../pixels/regions/contour.ts';

/** Where the anatomy lies by which marks are placed, in pixels of the stored image; named by the module. */
export const landmarksSchema = z.record(z.string(), z.strictObject({ x: z.number(), y: z.number() }));
export type Landmarks = Readonly<z.infer<typeof landmarksSchema>>;

/** How much of the way from one place to another a third has gone: 0 beside the one, 1 beside the other. */
export function shareOfWay(at: Point, from: Point, to: Point): number {
  const [x, y] = [to.x - from.x, to.y - from.y];
  return ((at.x - from.x) * x + (at.y - from.y) * y) / Math.max(1, x * x + y * y);
}

/** Twice the area between a place and a line: its sign is the side of the line, 0 on it. */
export function besideLine(at: Point, from: Point, to: Point): number {
  return (to.x - from.x) * (at.y - from.y) - (to.y - from.y) * (at.x - from.x);
}
