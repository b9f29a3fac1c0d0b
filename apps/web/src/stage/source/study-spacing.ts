import type { ReportReply } from '@second-read/contract/reports';
import type { Picture } from './picture.ts';

export type StudyFacts = ReportReply['study'];

/**
 * A stored picture with the spacing of the study it shows: the server draws a DICOM as a PNG, which says
 * nothing of size. Stretched where the picture has other pixels than the study; unknown stays unknown.
 */
export function withSpacing(picture: Picture, { width, height, spacing_mm: spacing }: StudyFacts): Picture {
  if (!spacing || !(spacing.x > 0) || !(spacing.y > 0)) return picture;
  const xMm = (spacing.x * width) / picture.width;
  const yMm = (spacing.y * height) / picture.height;
  // What is not known to be calibrated counts as measured at the detector.
  const kind = spacing.kind === 'calibrated' ? 'calibrated' : 'imager';
  return { ...picture, spacing: { xMm, yMm, kind } };
}

/** The same with its directions, of which the letters at its borders are made. */
export function withDirections(picture: Picture, { directions }: StudyFacts): Picture {
  return directions ? { ...picture, directions } : picture;
}
