import type { ImagePoint } from './reader-measurement.ts';

/** The ends of the two axes of an ellipse, in pixels. */
export type EllipsePoints = readonly [
  bottom: ImagePoint,
  top: ImagePoint,
  left: ImagePoint,
  right: ImagePoint,
];

/** Values of an image, row by row; of colors red, green and blue in turn, whose mean counts. */
export interface ImageValues {
  readonly width: number;
  readonly height: number;
  readonly samples: ArrayLike<number>;
  readonly isColor: boolean;
}

export interface EllipseStatistics {
  readonly pixels: number;
  readonly mean: number;
  /** Of the population. */
  readonly sd: number;
  readonly min: number;
  readonly max: number;
}

/** Over the pixels whose center lies within; null where there are none. */
export function ellipseStatistics(points: EllipsePoints, image: ImageValues): EllipseStatistics | null {
  const [bottom, top, left, right] = points;
  const [ux, uy] = [(right.x - left.x) / 2, (right.y - left.y) / 2];
  const [vx, vy] = [(bottom.x - top.x) / 2, (bottom.y - top.y) / 2];
  const [cx, cy] = [(left.x + right.x) / 2, (top.y + bottom.y) / 2];
  const determinant = ux * vy - uy * vx;
  if (determinant === 0) return null;
  const [reachX, reachY] = [Math.hypot(ux, vx), Math.hypot(uy, vy)];
  const [fromX, toX] = range(cx - reachX, cx + reachX, image.width);
  const [fromY, toY] = range(cy - reachY, cy + reachY, image.height);
  let [pixels, mean, squares] = [0, 0, 0];
  let [min, max] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let y = fromY; y < toY; y += 1)
    for (let x = fromX; x < toX; x += 1) {
      const [dx, dy] = [x + 0.5 - cx, y + 0.5 - cy];
      const along = (dx * vy - dy * vx) / determinant;
      const across = (dy * ux - dx * uy) / determinant;
      if (along * along + across * across > 1) continue;
      const value = valueAt(image, y * image.width + x);
      // Welford's way of summing squares.
      pixels += 1;
      const change = value - mean;
      mean += change / pixels;
      squares += change * (value - mean);
      min = Math.min(min, value);
      max = Math.max(max, value);
    }
  return pixels === 0 ? null : { pixels, mean, sd: Math.sqrt(squares / pixels), min, max };
}

function range(low: number, high: number, limit: number): [number, number] {
  return [Math.max(0, Math.floor(low)), Math.min(limit, Math.ceil(high))];
}

function valueAt({ samples, isColor }: ImageValues, pixel: number): number {
  if (!isColor) return samples[pixel] ?? 0;
  const at = pixel * 3;
  return ((samples[at] ?? 0) + (samples[at + 1] ?? 0) + (samples[at + 2] ?? 0)) / 3;
}
