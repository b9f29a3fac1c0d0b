import type { GreyPlane, Mask } from '@second-read/core/pixels/plane';
import { keepComponents } from '@second-read/core/pixels/regions/component-mask';
import { type Component, connectedComponents } from '@second-read/core/pixels/regions/connected-components';
import type { SliceLevel } from '../../reading/codes.ts';

/** Levels on which petrous and sphenoid bone reach into the skull. */
const bonyLevels: readonly SliceLevel[] = ['posterior fossa', 'basal cisterns'];
/** The upper end of the usual brain window, HU: few clots pass it, the blurred edge of bone does. */
const boneFrom = 78;
/** From this share of such pixels on a part is the edge of bone. */
const boneShare = 0.4;
/** What remains must be a bleeding by its size, pixels. */
const minLeft = 90;

/**
 * A bleeding without the edges of petrous and sphenoid bone, where something else is left: as a part of it
 * they would name the wrong side.
 */
export function withoutBoneEdges(region: Mask, hu: GreyPlane, level: SliceLevel): Mask {
  if (!bonyLevels.includes(level)) return region;
  const parts = connectedComponents(region);
  const white = new Float64Array(parts.components.length + 1);
  for (let i = 0; i < region.data.length; i++) {
    const label = parts.labels.data[i] ?? 0;
    if ((hu.data[i] ?? 0) > boneFrom) white[label] = (white[label] ?? 0) + 1;
  }
  const isBleeding = ({ label, area }: Component) => (white[label] ?? 0) < boneShare * area;
  const left = parts.components.filter(isBleeding).reduce((sum, { area }) => sum + area, 0);
  return left < minLeft ? region : keepComponents(parts, isBleeding);
}
