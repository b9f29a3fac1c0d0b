import type { Study } from '@second-read/core/decode/study';
import type { GreyPlane, LabelMap } from '@second-read/core/pixels/plane';
import { resizeLongestSide } from '@second-read/core/pixels/resize';
import { resizeNearest } from '@second-read/core/pixels/resize-nearest';
import type { Millimetres } from '@second-read/core/pixels/units';

/** The picture at the scale on which it is read, and the way back to the study. */
export interface Frame {
  readonly plane: GreyPlane;
  /** Study pixels per frame pixel. */
  readonly scale: number;
  /** Side of a frame pixel; undefined where the file does not say. */
  readonly pixelMm?: Millimetres;
}

/** CT slices are 512 pixels a side; larger ones are reduced to this. */
const longestSide = 512;

export function frameOf(study: Study): Frame {
  const longest = Math.max(study.width, study.height);
  const scale = Math.max(1, longest / longestSide);
  const plane = scale === 1 ? study.grey : resizeLongestSide(study.grey, longestSide);
  const spacing = study.spacing;
  if (spacing === undefined || spacing.kind !== 'calibrated') return { plane, scale };
  return { plane, scale, pixelMm: Math.sqrt(spacing.xMm * spacing.yMm) * scale };
}

/** Label map or 8-bit map of the frame in the geometry of the study. */
export function toStudy(labels: LabelMap, study: Study): LabelMap {
  if (labels.width === study.width && labels.height === study.height) return labels;
  return resizeNearest(labels, study.width, study.height);
}
