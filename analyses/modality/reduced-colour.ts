import type { Study } from '@second-read/core/decode/study';
import type { RgbImage } from '@second-read/core/pixels/plane';
import { resizeRgb } from '@second-read/core/pixels/sampling/resize-rgb';

/** Longest side, pixels: what gate and engines see of a photograph, which may have millions of pixels. */
const longestSide = 640;

/** The colours of a study, reduced; as they are where they are small enough. */
export function reducedColour(colour: NonNullable<Study['colour']>): RgbImage {
  const scale = Math.min(1, longestSide / Math.max(colour.width, colour.height));
  if (scale === 1) return colour;
  const [width, height] = [colour.width, colour.height].map((length) =>
    Math.max(1, Math.round(length * scale)),
  );
  return resizeRgb(colour, width ?? 1, height ?? 1);
}

/** What the gate looks at: a study, or one whose colours were reduced before. */
export type GateView = Pick<Study, 'width' | 'height' | 'grey' | 'colour' | 'quantity' | 'bitsStored'>;

/** A study for the gate, which looks at its colours more than once. */
export function gateView(study: Study): GateView {
  return study.colour === undefined ? study : { ...study, colour: reducedColour(study.colour) };
}
