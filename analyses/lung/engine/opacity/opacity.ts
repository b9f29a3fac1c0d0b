import { type Mask, mask } from '@second-read/core/pixels/plane';
import { removeSmallComponents } from '@second-read/core/pixels/regions/component-mask';
import { distanceTransform } from '@second-read/core/pixels/regions/distance-transform';
import { area, difference, intersection, union } from '@second-read/core/pixels/regions/mask-logic';
import type { Lungs } from '../lungs/lungs.ts';
import type { OpacityMaps } from '../lungs/tissue.ts';

export interface Opacities {
  readonly groundGlass: Mask;
  readonly consolidation: Mask;
  /** Parts of the lung area, 0 to 1. */
  readonly share: number;
  /** The part of `share` that lies away from the edge of the lungs. */
  readonly shareAwayFromEdge: number;
  readonly groundGlassShare: number;
  readonly consolidationShare: number;
  readonly leftShare: number;
  readonly rightShare: number;
}

/** From these probabilities on: what does best out of fold (metrics.json, `opacity_network`). */
export const opacityFrom = 0.25;
const consolidationFrom = 0.15;
/** Patches smaller than this share of the lungs are not reported. */
const minPatch = 0.0005;

/** Ground glass and consolidation inside the lungs, reported nodules left out. */
export function findOpacities(maps: OpacityMaps, lungs: Lungs, nodules: Mask): Opacities {
  const both = union(lungs.left, lungs.right);
  const lungArea = Math.max(1, area(both));
  const found = mask(both.width, both.height);
  const dense = mask(both.width, both.height);
  for (let i = 0; i < found.data.length; i++) {
    if (both.data[i] === 0 || nodules.data[i] !== 0 || (maps.opacity.data[i] ?? 0) <= opacityFrom) continue;
    found.data[i] = 1;
    if ((maps.consolidation.data[i] ?? 0) > consolidationFrom) dense.data[i] = 1;
  }
  const kept = removeSmallComponents(found, minPatch * lungArea);
  const consolidation = intersection(kept, dense);
  const groundGlass = difference(kept, consolidation);
  return {
    groundGlass,
    consolidation,
    share: area(kept) / lungArea,
    shareAwayFromEdge: awayFromEdge(kept, both) / lungArea,
    groundGlassShare: area(groundGlass) / lungArea,
    consolidationShare: area(consolidation) / lungArea,
    leftShare: area(intersection(kept, lungs.left)) / Math.max(1, area(lungs.left)),
    rightShare: area(intersection(kept, lungs.right)) / Math.max(1, area(lungs.right)),
  };
}

/**
 * At the edge of the lungs diaphragm, chest wall and heart fill a pixel to a part and look like an opacity:
 * up to here, pixels at 512.
 */
const edgePx = 12;

/** Pixels of opacities that lie away from the edge of the lungs. */
function awayFromEdge(opaque: Mask, lungs: Mask): number {
  if (area(opaque) === 0) return 0;
  const depth = distanceTransform(lungs);
  return opaque.data.reduce((sum, is, i) => sum + Number(is !== 0 && (depth.data[i] ?? 0) > edgePx), 0);
}
