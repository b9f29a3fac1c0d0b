import type { Study } from '@second-read/core/decode/study';
import type { RgbImage } from '@second-read/core/pixels/plane';
import { resizeRgb } from '@second-read/core/pixels/resize-rgb';

/** Longest side, pixels: what gate and engines see of a photograph, which may have millions of pixels. */
const longestSide = 640;

const known = new WeakMap<RgbImage, RgbImage>();

/** The colours of a study, reduced once for all who look at them. */
export function reducedColour(colour: NonNullable<Study['colour']>): RgbImage {
  const scale = Math.min(1, longestSide / Math.max(colour.width, colour.height));
  if (scale === 1) return colour;
  const [width, height] = [colour.width, colour.height].map((length) =>
    Math.max(1, Math.round(length * scale)),
  );
  const reduced = known.get(colour) ?? resizeRgb(colour, width ?? 1, height ?? 1);
  known.set(colour, reduced);
  return reduced;
}
