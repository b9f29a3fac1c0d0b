import type { Box, Mask } from '../plane.ts';
import type { Point } from './contour.ts';

/** A mask at a place of a larger image. */
export interface PlacedMask {
  readonly box: Box;
  /** As large as the box. */
  readonly mask: Mask;
}

/**
 * The pixels whose centers lie within a closed polygon, by the even-odd rule; corner of the first pixel 0, 0.
 * Undefined where the polygon holds no center of a pixel of the picture.
 */
export function fillPolygon(
  polygon: readonly Point[],
  picture: { readonly width: number; readonly height: number },
): PlacedMask | undefined {
  const left = Math.max(0, Math.floor(least(polygon, ({ x }) => x)));
  const top = Math.max(0, Math.floor(least(polygon, ({ y }) => y)));
  const width = Math.min(picture.width, Math.ceil(-least(polygon, ({ x }) => -x))) - left;
  const height = Math.min(picture.height, Math.ceil(-least(polygon, ({ y }) => -y))) - top;
  if (!(width > 0 && height > 0)) return undefined;
  const data = new Uint8Array(width * height);
  let isEmpty = true;
  for (let row = 0; row < height; row++) {
    const crossings = crossingsAt(polygon, top + row + 0.5);
    for (let at = 0; at + 1 < crossings.length; at += 2) {
      // The first and the last pixel whose center lies between two crossings.
      const from = Math.max(0, Math.ceil((crossings[at] ?? 0) - left - 0.5));
      const to = Math.min(width, Math.ceil((crossings[at + 1] ?? 0) - left - 0.5));
      if (to <= from) continue;
      isEmpty = false;
      data.fill(1, row * width + from, row * width + to);
    }
  }
  return isEmpty ? undefined : { box: { x: left, y: top, width, height }, mask: { width, height, data } };
}

function least(points: readonly Point[], of: (point: Point) => number): number {
  return points.reduce((so, point) => Math.min(so, of(point)), Number.POSITIVE_INFINITY);
}

/** Where the polygon's edges cross a line across, from left to right. */
function crossingsAt(polygon: readonly Point[], y: number): number[] {
  const crossings: number[] = [];
  polygon.forEach((from, index) => {
    const to = polygon[(index + 1) % polygon.length] ?? from;
    if (from.y <= y === to.y <= y) return;
    crossings.push(from.x + ((y - from.y) / (to.y - from.y)) * (to.x - from.x));
  });
  return crossings.sort((a, b) => a - b);
}
