import type { Millimetres } from '@second-read/core/pixels/units';
import type { Spot, SpotSearch } from './calcifications.ts';

/** Of a spot that is seen at once, in standard deviations of the breast. */
const minContrast = 0.7;
/** A place larger than that of a cluster: a segment or a region (ACR BI-RADS 5th edition, distribution). */
const radiusMm: Millimetres = 20;
const minSpots = 10;

/**
 * The clear spots of the most crowded place, where they are many; else none. Calcifications over a whole
 * segment are too far apart for the discs of a cluster. Figures: the module's README, Limits.
 */
export function spreadSpots({ spots, mmPerPixel }: SpotSearch): readonly Spot[] {
  const clear = spots.filter(({ contrast }) => contrast >= minContrast);
  const radius = radiusMm / mmPerPixel;
  let most: readonly Spot[] = [];
  for (const centre of clear) {
    const near = clear.filter(({ x, y }) => Math.hypot(x - centre.x, y - centre.y) < radius);
    if (near.length > most.length) most = near;
  }
  return most.length >= minSpots ? most : [];
}
