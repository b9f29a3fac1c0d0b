import type { Study } from '@second-read/core/decode/study';
import { applyWindow, greyToRgb, percentileRange } from '@second-read/core/pixels/color/apply-window';
import type { RgbImage } from '@second-read/core/pixels/plane';
import { reducedColour } from '../../../modality/reduced-colour.ts';

/** The photograph in full; a grey picture gets three equal channels. */
export function photographOf(study: Study): RgbImage {
  return study.colour ?? greyToRgb(applyWindow(study.grey, percentileRange(study.grey)));
}

/** A photograph at the size at which it is read. */
export function workingImageOf(photograph: RgbImage): RgbImage {
  return reducedColour(photograph);
}

/**
 * Millimetres per pixel of the working image, where the file gives a calibrated spacing; a photograph does
 * not.
 */
export function millimetresPerPixel(study: Study, working: RgbImage): number | null {
  const { spacing } = study;
  if (spacing?.kind !== 'calibrated') return null;
  return Math.sqrt(spacing.xMm * spacing.yMm) * (study.width / working.width);
}
