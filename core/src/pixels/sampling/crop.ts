import type { Box, GreyPlane, Mask, Plane } from '../plane.ts';

/** The part of a plane inside `box`, which must lie within the plane; see {@link clampBox}. */
export function crop<T extends GreyPlane | Mask | Plane<Int32Array>>(plane: T, box: Box): T {
  const data = plane.data.slice(0, box.width * box.height);
  for (let y = 0; y < box.height; y++) {
    const start = (box.y + y) * plane.width + box.x;
    data.set(plane.data.subarray(start, start + box.width), y * box.width);
  }
  return { ...plane, width: box.width, height: box.height, data };
}

/** Whole pixels, and the part of the box that lies within `width` by `height`; at least one pixel. */
export function clampBox(box: Box, width: number, height: number): Box {
  const x = Math.min(Math.max(Math.floor(box.x), 0), width - 1);
  const y = Math.min(Math.max(Math.floor(box.y), 0), height - 1);
  const right = Math.min(Math.max(Math.ceil(box.x + box.width), x + 1), width);
  const bottom = Math.min(Math.max(Math.ceil(box.y + box.height), y + 1), height);
  return { x, y, width: right - x, height: bottom - y };
}

/** A square window of `side` pixels around a centre; outside the picture is `fill`. */
export function cropAround(
  plane: GreyPlane,
  centre: { readonly x: number; readonly y: number },
  window: { readonly side: number; readonly fill: number },
): GreyPlane {
  const { side, fill } = window;
  const data = new Float32Array(side * side).fill(fill);
  const left = Math.round(centre.x - side / 2);
  const top = Math.round(centre.y - side / 2);
  const from = Math.max(0, -left);
  const to = Math.min(side, plane.width - left);
  for (let y = Math.max(0, -top); y < Math.min(side, plane.height - top) && from < to; y++) {
    const start = (top + y) * plane.width + left;
    data.set(plane.data.subarray(start + from, start + to), y * side + from);
  }
  return { width: side, height: side, data };
}
