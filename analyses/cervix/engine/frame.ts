import type { Study } from '@second-read/core/decode/study';
import { applyWindow, greyToRgb, percentileRange } from '@second-read/core/pixels/apply-window';
import type { RgbImage } from '@second-read/core/pixels/plane';
import { resizeRgb } from '@second-read/core/pixels/resize-rgb';

/** Colour and outlines are measured at this size; a photograph of 12 megapixels tells no more. */
const longestSide = 640;

/** The photograph in full; a grey picture gets three equal channels. */
export function photographOf(study: Study): RgbImage {
  return study.colour ?? greyToRgb(applyWindow(study.grey, percentileRange(study.grey)));
}

/** The photograph at the size at which it is read. */
export function frameOf(study: Study): RgbImage {
  const photograph = photographOf(study);
  const scale = Math.min(1, longestSide / Math.max(study.width, study.height));
  if (scale === 1) return photograph;
  return resizeRgb(
    photograph,
    Math.max(1, Math.round(study.width * scale)),
    Math.max(1, Math.round(study.height * scale)),
  );
}

/** Millimetres per pixel of the frame, where the file gives a calibrated spacing; a photograph does not. */
export function millimetresPerPixel(study: Study, frame: RgbImage): number | null {
  const { spacing } = study;
  if (spacing?.kind !== 'calibrated') return null;
  return Math.sqrt(spacing.xMm * spacing.yMm) * (study.width / frame.width);
}
