import type { Study } from '@second-read/core/decode/study';
import type { GreyPlane, LabelMap } from '@second-read/core/pixels/plane';
import { resizeLongestSide } from '@second-read/core/pixels/sampling/resize';
import { resizeNearest } from '@second-read/core/pixels/sampling/resize-nearest';
import type { Millimetres } from '@second-read/core/pixels/units';

/** The picture at the scale on which it is read, and the way back to the study. */
export interface WorkingSlice {
  readonly plane: GreyPlane;
  /** Study pixels per working pixel. */
  readonly scale: number;
  /** Side of a working pixel; undefined where the file does not say. */
  readonly pixelMm?: Millimetres;
}

/**
 * CT slices are 512 pixels a side; larger ones are reduced to this, smaller ones enlarged: the scale the
 * networks learnt.
 */
const longestSide = 512;
/** A picture this small, in pixels, is a part cut out of a slice and keeps its pixels. */
export const cropSide = 192;

/**
 * Side of a pixel of usual slices; where the file says more, a small picture is enlarged no further than
 * this.
 */
const usualMm: Millimetres = 0.7;

export function workingSliceOf(study: Study): WorkingSlice {
  const longest = Math.max(study.width, study.height);
  const spacing = study.spacing;
  const studyMm = spacing?.kind === 'calibrated' ? Math.sqrt(spacing.xMm * spacing.yMm) : undefined;
  const min = studyMm === undefined ? 0 : Math.min(1, usualMm / studyMm);
  const scale = longest <= cropSide ? 1 : Math.max(longest / longestSide, min);
  const side = Math.round(longest / scale);
  const plane = side === longest ? study.grey : resizeLongestSide(study.grey, side);
  return studyMm === undefined ? { plane, scale } : { plane, scale, pixelMm: studyMm * scale };
}

/** Label map or 8-bit map of the working image in the geometry of the study. */
export function toStudy(labels: LabelMap, study: Study): LabelMap {
  if (labels.width === study.width && labels.height === study.height) return labels;
  return resizeNearest(labels, study.width, study.height);
}
