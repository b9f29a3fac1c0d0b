import { areaWords, lengthWords } from '../ui/format/lengths.ts';
import type { Picture } from './source/picture.ts';

/** Image coordinates: the corner of the first pixel is 0, 0. */
export type ImagePoint = readonly [x: number, y: number];

export type MeasureTool = 'length' | 'angle' | 'ellipse' | 'probe' | 'arrow';

/**
 * What a measurement says, line by line; empty while it is being drawn, and of an arrow. Without spacing
 * lengths are in pixels.
 */
export function measurementLines(
  tool: MeasureTool,
  points: readonly ImagePoint[],
  picture: Picture,
): readonly string[] {
  const [first, second, third, fourth] = points;
  if (tool === 'probe') return first ? probeLines(first, picture) : [];
  if (!first || !second || tool === 'arrow') return [];
  if (tool === 'length') return [lengthLine(first, second, picture)];
  if (!third) return [];
  if (tool === 'angle') return [`${angleBetween([first, second, third], picture).toFixed(1)}°`];
  return fourth ? ellipseLines([first, second, third, fourth], picture) : [];
}

function lengthLine(from: ImagePoint, to: ImagePoint, picture: Picture): string {
  const length = distance(from, to, picture);
  return picture.spacing ? lengthWords(length) : `${length.toFixed(1)} px (no spacing)`;
}

/** In millimetres where the spacing is known, else in pixels. */
export function distance(from: ImagePoint, to: ImagePoint, { spacing }: Pick<Picture, 'spacing'>): number {
  const { xMm, yMm } = spacing ?? squarePixels;
  return Math.hypot((to[0] - from[0]) * xMm, (to[1] - from[1]) * yMm);
}

const squarePixels = { xMm: 1, yMm: 1 };

/** At the middle one of three points, in degrees, 0 to 180; pixels count as square where nothing is known. */
export function angleBetween(
  [from, at, to]: readonly [ImagePoint, ImagePoint, ImagePoint],
  { spacing }: Pick<Picture, 'spacing'>,
): number {
  const { xMm, yMm } = spacing ?? squarePixels;
  const [ax, ay] = [(from[0] - at[0]) * xMm, (from[1] - at[1]) * yMm];
  const [bx, by] = [(to[0] - at[0]) * xMm, (to[1] - at[1]) * yMm];
  return (Math.atan2(Math.abs(ax * by - ay * bx), ax * bx + ay * by) * 180) / Math.PI;
}

function probeLines([x, y]: ImagePoint, picture: Picture): readonly string[] {
  const [column, row] = [Math.floor(x), Math.floor(y)];
  if (column < 0 || row < 0 || column >= picture.width || row >= picture.height) return ['outside'];
  return [valueAt(picture, row * picture.width + column), `x ${column}, y ${row}`];
}

function valueAt(picture: Picture, pixel: number): string {
  if (picture.kind === 'grey') return withUnit(String(picture.samples[pixel] ?? 0), picture);
  const [red = 0, green = 0, blue = 0] = picture.samples.subarray(pixel * 3, pixel * 3 + 3);
  return `R ${red} G ${green} B ${blue}`;
}

function withUnit(value: string, picture: Picture): string {
  return picture.kind === 'grey' && picture.unit ? `${value} ${picture.unit}` : value;
}

/** The ends of the two axes of an ellipse. */
export type EllipsePoints = readonly [
  bottom: ImagePoint,
  top: ImagePoint,
  left: ImagePoint,
  right: ImagePoint,
];

export interface EllipseStatistics {
  readonly pixels: number;
  readonly mean: number;
  /** Of the population. */
  readonly sd: number;
  readonly min: number;
  readonly max: number;
}

/**
 * Over the pixels whose centre lies within; null where there are none. Of colours the mean of the channels
 * counts.
 */
export function ellipseStatistics(points: EllipsePoints, picture: Picture): EllipseStatistics | null {
  const [bottom, top, left, right] = points;
  const [ux, uy] = [(right[0] - left[0]) / 2, (right[1] - left[1]) / 2];
  const [vx, vy] = [(bottom[0] - top[0]) / 2, (bottom[1] - top[1]) / 2];
  const [cx, cy] = [(left[0] + right[0]) / 2, (top[1] + bottom[1]) / 2];
  const determinant = ux * vy - uy * vx;
  if (determinant === 0) return null;
  const [reachX, reachY] = [Math.hypot(ux, vx), Math.hypot(uy, vy)];
  const [fromX, toX] = range(cx - reachX, cx + reachX, picture.width);
  const [fromY, toY] = range(cy - reachY, cy + reachY, picture.height);
  let [pixels, mean, squares] = [0, 0, 0];
  let [min, max] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let y = fromY; y < toY; y += 1)
    for (let x = fromX; x < toX; x += 1) {
      const [dx, dy] = [x + 0.5 - cx, y + 0.5 - cy];
      const along = (dx * vy - dy * vx) / determinant;
      const across = (dy * ux - dx * uy) / determinant;
      if (along * along + across * across > 1) continue;
      const value = greyOf(picture, y * picture.width + x);
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

function greyOf({ kind, samples }: Picture, pixel: number): number {
  if (kind === 'grey') return samples[pixel] ?? 0;
  const at = pixel * 3;
  return ((samples[at] ?? 0) + (samples[at + 1] ?? 0) + (samples[at + 2] ?? 0)) / 3;
}

function ellipseLines(points: EllipsePoints, picture: Picture): readonly string[] {
  const statistics = ellipseStatistics(points, picture);
  if (!statistics) return [];
  const { mean, sd, min, max } = statistics;
  const [bottom, top, left, right] = points;
  const { xMm, yMm } = picture.spacing ?? squarePixels;
  const cross = (right[0] - left[0]) * (bottom[1] - top[1]) - (right[1] - left[1]) * (bottom[0] - top[0]);
  const area = (Math.PI / 4) * Math.abs(cross) * xMm * yMm;
  return [
    `Mean ${withUnit(mean.toFixed(1), picture)}, SD ${sd.toFixed(1)}`,
    `Min ${min.toFixed(0)}, max ${withUnit(max.toFixed(0), picture)}`,
    picture.spacing ? `Area ${areaWords(area)}` : `Area ${area.toFixed(0)} px² (no spacing)`,
  ];
}
