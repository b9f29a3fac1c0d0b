import type { Rgb } from '../color/colour.ts';
import type { Mask, RgbImage } from '../plane.ts';
import type { Point } from '../regions/contour.ts';

export interface Stroke {
  readonly colour: Rgb;
  /** Width in pixels. */
  readonly width: number;
  /** Joins the last point to the first. */
  readonly closed?: boolean;
}

/** Draws into the picture, in place, clipped to it. */
export function drawPolyline(image: RgbImage, points: readonly Point[], stroke: Stroke): void {
  points.forEach((point, i) => {
    const next = points[i + 1] ?? (stroke.closed === true ? points[0] : undefined);
    if (next !== undefined) drawSegment(image, point, next, stroke);
    else if (points.length === 1) stamp(image, point, stroke);
  });
}

/** Draws the inner edge of a mask into the picture, in place: its pixels with an outside 4-neighbour. */
export function drawOutline(image: RgbImage, mask: Mask, stroke: Stroke): void {
  const { width, height, data } = mask;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const i = y * width + x;
      if (data[i] === 0) continue;
      const inner =
        x > 0 &&
        y > 0 &&
        x < width - 1 &&
        y < height - 1 &&
        data[i - 1] !== 0 &&
        data[i + 1] !== 0 &&
        data[i - width] !== 0 &&
        data[i + width] !== 0;
      if (!inner) stamp(image, { x, y }, stroke);
    }
  }
}

function drawSegment(image: RgbImage, from: Point, to: Point, stroke: Stroke): void {
  const steps = Math.max(1, Math.ceil(Math.max(Math.abs(to.x - from.x), Math.abs(to.y - from.y))));
  for (let step = 0; step <= steps; step++) {
    const share = step / steps;
    stamp(image, { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share }, stroke);
  }
}

function stamp(image: RgbImage, at: Point, stroke: Stroke): void {
  const left = Math.round(at.x - (stroke.width - 1) / 2);
  const top = Math.round(at.y - (stroke.width - 1) / 2);
  for (let y = Math.max(0, top); y < Math.min(image.height, top + stroke.width); y++) {
    for (let x = Math.max(0, left); x < Math.min(image.width, left + stroke.width); x++) {
      image.data.set(stroke.colour, (y * image.width + x) * 3);
    }
  }
}
