import { boxBlur } from '@second-read/core/pixels/filters/box-blur';
import { type GreyPlane, type Mask, mask } from '@second-read/core/pixels/plane';
import { difference } from '@second-read/core/pixels/regions/mask-logic';
import type { Air } from './air.ts';
import { blackest } from './clipped.ts';
import { softTissueModes } from './soft-tissue-modes.ts';

/** Noise of a sharp kernel is averaged over a square of this radius, pixels at 512. */
const smoothing = 2;

/**
 * Fat of an 8-bit window that shows air and lungs black: grey about the peak of fat, up to half way to the
 * one of muscle, and as far below; opaque lung is darker in wide windows. Empty where only one peak is seen.
 */
export function fatOf(plane: GreyPlane, { body, enclosed }: Pick<Air, 'body' | 'enclosed'>): Mask {
  const out = mask(plane.width, plane.height);
  const { peaks } = softTissueModes(plane, difference(body, enclosed), null);
  const [fat, muscle] = peaks;
  if (fat === undefined || muscle === undefined) return out;
  const reach = (muscle - fat) / 2;
  const limits = { from: fat - reach, to: fat + reach };
  const black = blackest(plane);
  const smooth = boxBlur(plane, smoothing);
  for (let i = 0; i < out.data.length; i++) {
    const [grey, mean] = [plane.data[i] ?? 0, smooth.data[i] ?? 0];
    out.data[i] = grey > black && mean > limits.from && mean < limits.to ? 1 : 0;
  }
  return out;
}
