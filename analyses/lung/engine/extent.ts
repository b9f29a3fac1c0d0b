import { largestComponent } from '@second-read/core/pixels/component-mask';
import { connectedComponents } from '@second-read/core/pixels/connected-components';
import { area } from '@second-read/core/pixels/mask-logic';
import type { GreyPlane, Mask } from '@second-read/core/pixels/plane';
import type { Air } from './air.ts';
import { cropSide } from './frame.ts';
import type { Levels } from './levels.ts';

/** Lungs below this share of the picture leave the question open. */
const leastLungs = 0.02;

/**
 * Whether the picture is a cut-out around one spot rather than a whole slice: it is small, or it shows
 * no pair of lungs while soft tissue reaches a corner or is nearly absent. A whole slice without lungs
 * (apex, abdomen) shows a body that leaves all corners free.
 */
export function isCrop(plane: GreyPlane, given: { air: Air; parts: Mask; levels: Levels }): boolean {
  const { width, height } = plane;
  if (Math.max(width, height) <= cropSide) return true;
  const { air, parts, levels } = given;
  const lungShare = area(parts) / (width * height);
  if (lungShare >= leastLungs) return false;
  const soft = { width, height, data: Uint8Array.from(plane.data, (v) => (v >= levels.threshold ? 1 : 0)) };
  const bodyShare = area(largestComponent(soft)) / (width * height);
  return cornersOf(soft, width, height) > 0
    ? area(air.outside) > 0.2 * width * height
    : bodyShare < 0.15 && hasSpots(soft);
}

function cornersOf(soft: { data: Uint8Array }, width: number, height: number): number {
  const corners = [0, width - 1, (height - 1) * width, height * width - 1];
  return corners.filter((i) => soft.data[i] === 1).length;
}

/** Vessels across the picture: lung tissue, not the air around a body. */
function hasSpots(soft: { width: number; height: number; data: Uint8Array }): boolean {
  return connectedComponents(soft).components.filter(({ area: size }) => size >= 4).length >= 5;
}
