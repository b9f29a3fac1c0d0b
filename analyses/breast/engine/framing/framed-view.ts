import { crop } from '@second-read/core/pixels/sampling/crop';
import type { GateView } from '../../../modality/reduced-colour.ts';
import { boxOf } from './region.ts';
import type { WorkingImage } from './working-image.ts';

/** Kept around the outline, as a share of the picture's longer side. */
const margin = 0.03;

/**
 * The working image cut to the frame of what was outlined in it, for the gate; undefined of a picture in
 * colors or in Hounsfield units, which is no mammogram, and where nothing was outlined.
 */
export function framedView(
  { colour, quantity }: GateView,
  { grey, body }: Pick<WorkingImage, 'grey' | 'body'>,
): GateView | undefined {
  const box = boxOf(body);
  if (box === null || colour !== undefined || quantity === 'hounsfield') return undefined;
  const around = Math.round(margin * Math.max(grey.width, grey.height));
  const [x, y] = [Math.max(0, box.x - around), Math.max(0, box.y - around)];
  const width = Math.min(grey.width, box.x + box.width + around) - x;
  const height = Math.min(grey.height, box.y + box.height + around) - y;
  // The working image has no scale of its own bits.
  return { width, height, grey: crop(grey, { x, y, width, height }), quantity, bitsStored: 16 };
}
