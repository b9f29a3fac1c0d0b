import type { GreyPlane, Mask } from '@second-read/core/pixels/plane';
import { largestComponent } from '@second-read/core/pixels/regions/component-mask';
import { connectedComponents } from '@second-read/core/pixels/regions/connected-components';
import { area } from '@second-read/core/pixels/regions/mask-logic';
import { cropSide } from '../working-slice.ts';
import type { Air } from './air.ts';
import { isMostlyBlack } from './clipped.ts';
import type { Levels } from './levels.ts';

/** Lungs below this share of the picture leave the question open. */
const minLungs = 0.02;
/** A body that is shown as one takes at least this share of a whole slice. */
const minBody = 0.15;

/**
 * `black`: a whole slice in a window that shows bone and the densest tissue alone; nothing can be read of it.
 */
export type Extent = 'slice' | 'crop' | 'black';

/**
 * A crop is a cut-out around one spot rather than a whole slice: it is small, or it shows
 * no pair of lungs while soft tissue reaches a corner or is nearly absent. A whole slice without lungs
 * (apex, abdomen) shows a body that leaves all corners free. Lung tissue is grey: spots on black are no crop
 * of it.
 */
export function extentOf(plane: GreyPlane, given: { air: Air; parts: Mask; levels: Levels }): Extent {
  const { width, height } = plane;
  if (Math.max(width, height) <= cropSide) return 'crop';
  const { air, parts, levels } = given;
  const lungShare = area(parts) / (width * height);
  if (lungShare >= minLungs) return 'slice';
  const soft = { width, height, data: Uint8Array.from(plane.data, (v) => (v >= levels.threshold ? 1 : 0)) };
  if (cornersOf(soft, width, height) > 0) return area(air.outside) > 0.2 * width * height ? 'crop' : 'slice';
  const bodyShare = area(largestComponent(soft)) / (width * height);
  if (bodyShare >= minBody || !hasSpots(soft)) return 'slice';
  return isMostlyBlack(plane) ? 'black' : 'crop';
}

function cornersOf(soft: { data: Uint8Array }, width: number, height: number): number {
  const corners = [0, width - 1, (height - 1) * width, height * width - 1];
  return corners.filter((i) => soft.data[i] === 1).length;
}

/** Vessels across the picture: lung tissue, not the air around a body. */
function hasSpots(soft: { width: number; height: number; data: Uint8Array }): boolean {
  return connectedComponents(soft).components.filter(({ area: size }) => size >= 4).length >= 5;
}
