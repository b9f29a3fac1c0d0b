import type { GreyPlane, Mask, RgbImage } from '../plane.ts';
import { approximatePercentiles } from '../values/percentiles.ts';

export interface GreyRange {
  /** Shown black, and below. */
  readonly min: number;
  /** Shown white, and above. */
  readonly max: number;
}

/** Values to 0…255, linear between the bounds. */
export function applyWindow(plane: GreyPlane, range: GreyRange): Mask {
  const data = new Uint8ClampedArray(plane.data.length);
  const scale = 255 / Math.max(range.max - range.min, 1e-12);
  const offset = -range.min * scale;
  for (let i = 0; i < data.length; i++) data[i] = (plane.data[i] ?? 0) * scale + offset;
  return { width: plane.width, height: plane.height, data: new Uint8Array(data.buffer) };
}

/** The darkest and brightest thousandth cut off: a window for pictures that bring none. */
export function percentileRange(plane: GreyPlane, low = 0.001, high = 0.999): GreyRange {
  const [min = 0, max = 1] = approximatePercentiles(plane, [low, high]);
  return max > min ? { min, max } : { min, max: min + 1 };
}

/** Three equal channels. */
export function greyToRgb(bytes: Mask): RgbImage {
  const data = new Uint8Array(bytes.data.length * 3);
  for (let i = 0, j = 0; i < bytes.data.length; i++, j += 3) {
    const value = bytes.data[i] ?? 0;
    data[j] = value;
    data[j + 1] = value;
    data[j + 2] = value;
  }
  return { width: bytes.width, height: bytes.height, data };
}
