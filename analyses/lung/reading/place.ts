import type { Point } from '@second-read/core/pixels/regions/contour';
import { type Landmarks, shareOfWay } from '@second-read/core/reading/landmarks';
import type { thirds } from './schema.ts';

/** Side, and front to back third of that lung in an upright slice: without the fissures no lobe is known. */
export interface LungPlace {
  readonly side: 'left' | 'right';
  /** Null where the picture is turned: the side is uncertain then. */
  readonly third: (typeof thirds)[number] | null;
}

/** Of a share of the way from the front of a lung to its back. */
export function thirdOfWay(share: number): (typeof thirds)[number] {
  return share < 1 / 3 ? 'anterior' : share < 2 / 3 ? 'middle' : 'posterior';
}

/** Null where both lungs are not shown. */
export function placeBy(landmarks: Landmarks | undefined, at: Point): LungPlace | null {
  const { left, right, ...edges } = landmarks ?? {};
  if (!left || !right) return null;
  const side = shareOfWay(at, right, left) > 0.5 ? 'left' : 'right';
  const [front, back] = [edges[`${side}Front`], edges[`${side}Back`]];
  return { side, third: front && back ? thirdOfWay(shareOfWay(at, front, back)) : null };
}
