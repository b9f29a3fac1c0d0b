import type { Box, Mask } from '../../pixels/plane.ts';
import { boundsOf } from '../../pixels/regions/bounds.ts';
import type { Point } from '../../pixels/regions/contour.ts';
import { fillPolygon, type PlacedMask } from '../../pixels/regions/fill-polygon.ts';
import { crop } from '../../pixels/sampling/crop.ts';

interface Size {
  readonly width: number;
  readonly height: number;
}

/** What is drawn so far: pixels of the picture, at least one. */
export type Area = PlacedMask;

export interface Stroke {
  /** The way of the pointer in pixels of the picture; one point is a dab. */
  readonly points: readonly Point[];
  /** In pixels of the picture. */
  readonly radius: number;
  readonly erases: boolean;
}

/** The area with what a brush painted, or without what an eraser took; null where nothing is left. */
export function withStroke(area: Area | null, stroke: Stroke, picture: Size): Area | null {
  const painted = strokeArea(stroke, picture);
  if (painted === null) return area;
  return stroke.erases ? without(area, painted) : union(area, painted);
}

/** The area with a polygon filled in. */
export function withPolygon(area: Area | null, polygon: readonly Point[], picture: Size): Area | null {
  const filled = fillPolygon(polygon, picture);
  return filled === undefined ? area : union(area, filled);
}

/** Pixels that any of both hold; the area itself where the other adds none. */
export function union(area: Area | null, other: Area): Area {
  if (area === null) return other;
  if (covers(area, other)) return area;
  const box = around(area.box, other.box);
  const data = new Uint8Array(box.width * box.height);
  for (const each of [area, other])
    eachPixel(each, (x, y) => {
      data[(y - box.y) * box.width + x - box.x] = 1;
    });
  return { box, mask: { width: box.width, height: box.height, data } };
}

function covers({ box, mask }: Area, other: Area): boolean {
  let isCovered = true;
  eachPixel(other, (x, y) => {
    const [column, row] = [x - box.x, y - box.y];
    const isInside = column >= 0 && row >= 0 && column < box.width && row < box.height;
    if (!isInside || mask.data[row * box.width + column] === 0) isCovered = false;
  });
  return isCovered;
}

function without(area: Area | null, taken: Area): Area | null {
  if (area === null) return null;
  const { box } = area;
  const data = area.mask.data.slice();
  eachPixel(taken, (x, y) => {
    const [column, row] = [x - box.x, y - box.y];
    if (column >= 0 && row >= 0 && column < box.width && row < box.height) data[row * box.width + column] = 0;
  });
  return trimmed(box, { ...area.mask, data });
}

/** Cut to what is set; null where nothing is. */
export function trimmed(box: Box, mask: Mask): Area | null {
  const left = boundsOf(mask, 0);
  if (left === undefined) return null;
  return { box: { ...left, x: box.x + left.x, y: box.y + left.y }, mask: crop(mask, left) };
}

function around(a: Box, b: Box): Box {
  const [x, y] = [Math.min(a.x, b.x), Math.min(a.y, b.y)];
  const right = Math.max(a.x + a.width, b.x + b.width);
  const bottom = Math.max(a.y + a.height, b.y + b.height);
  return { x, y, width: right - x, height: bottom - y };
}

function eachPixel({ box, mask }: Area, visit: (x: number, y: number) => void): void {
  for (let at = 0; at < mask.data.length; at++)
    if (mask.data[at] === 1) visit(box.x + (at % box.width), box.y + Math.floor(at / box.width));
}

/** The pixels whose centers lie within the radius of the way; the pixel under a thin brush always counts. */
function strokeArea({ points, radius }: Stroke, { width, height }: Size): Area | null {
  const reach = Math.max(radius, Math.SQRT1_2);
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  const box = boxWithin([xs, ys], reach, { width, height });
  if (box === null) return null;
  const data = new Uint8Array(box.width * box.height);
  points.forEach((to, index) => {
    paintCapsule({ box, data }, points[index - 1] ?? to, { to, reach });
  });
  return trimmed(box, { width: box.width, height: box.height, data });
}

function boxWithin(
  [xs, ys]: readonly [number[], number[]],
  reach: number,
  { width, height }: Size,
): Box | null {
  const least = (values: readonly number[]) =>
    values.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
  const most = (values: readonly number[]) =>
    values.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);
  const [x, y] = [Math.max(0, Math.floor(least(xs) - reach)), Math.max(0, Math.floor(least(ys) - reach))];
  const right = Math.min(width, Math.ceil(most(xs) + reach));
  const bottom = Math.min(height, Math.ceil(most(ys) + reach));
  return right > x && bottom > y ? { x, y, width: right - x, height: bottom - y } : null;
}

/** Everything within reach of the straight way between two points. Changes `data`. */
function paintCapsule(
  { box, data }: { box: Box; data: Uint8Array },
  from: Point,
  { to, reach }: { to: Point; reach: number },
): void {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const length = dx * dx + dy * dy;
  const top = Math.max(0, Math.floor(Math.min(from.y, to.y) - reach - box.y));
  const bottom = Math.min(box.height, Math.ceil(Math.max(from.y, to.y) + reach - box.y));
  const left = Math.max(0, Math.floor(Math.min(from.x, to.x) - reach - box.x));
  const right = Math.min(box.width, Math.ceil(Math.max(from.x, to.x) + reach - box.x));
  for (let row = top; row < bottom; row++)
    for (let column = left; column < right; column++) {
      const [x, y] = [box.x + column + 0.5 - from.x, box.y + row + 0.5 - from.y];
      const along = length === 0 ? 0 : Math.min(1, Math.max(0, (x * dx + y * dy) / length));
      if (Math.hypot(x - along * dx, y - along * dy) <= reach) data[row * box.width + column] = 1;
    }
}
