import type { GreyPlane } from '../plane.ts';
import { resizeArea } from './resize-area.ts';
import { resizeBilinear } from './resize-bilinear.ts';

/**
 * Resamples to an exact size, whatever the aspect: averages along an axis that shrinks, interpolates along
 * one that grows.
 */
export function resize(plane: GreyPlane, width: number, height: number): GreyPlane {
  const narrower = Math.min(width, plane.width);
  const lower = Math.min(height, plane.height);
  const reduced = resizeArea(plane, narrower, lower);
  if (narrower === width && lower === height) return reduced;
  return resizeBilinear(reduced, width, height);
}

/** Resamples with the aspect kept so that the longer side is `side` pixels. */
export function resizeLongestSide(plane: GreyPlane, side: number): GreyPlane {
  const scale = side / Math.max(plane.width, plane.height);
  const width = Math.max(1, Math.round(plane.width * scale));
  const height = Math.max(1, Math.round(plane.height * scale));
  return resize(plane, width, height);
}
