import type { GreyPlane, Mask } from '@second-read/core/pixels/plane';
import { keepComponents } from '@second-read/core/pixels/regions/component-mask';
import {
  type Component,
  type Components,
  connectedComponents,
} from '@second-read/core/pixels/regions/connected-components';
import { distanceTransform } from '@second-read/core/pixels/regions/distance-transform';
import type { SliceLevel } from '../../reading/codes.ts';
import type { Skull } from '../head/skull.ts';

/** Levels on which petrous and sphenoid bone and the roof of the orbit reach into the skull. */
const bonyLevels: readonly SliceLevel[] = ['face', 'posterior fossa', 'basal cisterns'];
/** The upper end of the usual brain window, HU: few clots pass it, the blurred edge of bone does. */
const boneFrom = 78;
/** From this share of such pixels on a part is the edge of bone. */
const boneShare = 0.4;
/** Within this of bone, pixels, a place may be bone cut in part; the share of a part that must be so. */
const reach = 3;
const nearShare = 0.35;
/** Bone cut in part is no larger, pixels. */
const maxBonePart = 400;
/**
 * A part near bone is bone where the mirrored place lies outside of the skull, as a tilted slice cuts the
 * base on one side first, or where bone stands within the brain beside it.
 */
const mirroredOutside = 0.5;
const islandShare = 0.35;
/** What remains must be a bleeding by its size, pixels. */
const minLeft = 90;

/** Bone of the base alone is named a bleeding only from this probability on. */
export const boneAloneFrom = 0.8;

/** A bleeding told from the bone of the skull base. */
export interface ToldFromBone {
  readonly region: Mask;
  /** Nothing as large as a bleeding was outlined but bone that is cut in part. */
  readonly isBoneAlone: boolean;
}

/**
 * A bleeding without the bone of the base that is cut in part, where something else is left: as a part of it
 * bone would name the wrong side.
 */
export function withoutBoneEdges(region: Mask, hu: GreyPlane, skull: Skull, level: SliceLevel): ToldFromBone {
  if (!bonyLevels.includes(level)) return { region, isBoneAlone: false };
  const parts = connectedComponents(region);
  const cutInPart = partlyBone(parts, skull);
  const isWhite = (part: Component) => shareOf(parts, part, (i) => (hu.data[i] ?? 0) > boneFrom) >= boneShare;
  const isBleeding = (part: Component) => !isWhite(part) && !cutInPart.has(part.label);
  const left = parts.components.filter(isBleeding).reduce((sum, { area }) => sum + area, 0);
  if (left >= minLeft) return { region: keepComponents(parts, isBleeding), isBoneAlone: false };
  return { region, isBoneAlone: cutInPart.size > 0 };
}

/** The labels of the parts that are bone cut in part: by where they lie, not by how dense they are. */
function partlyBone(parts: Components, { bone, intracranial }: Skull): ReadonlySet<number> {
  const toBone = distanceTo(bone, () => true);
  const toIsland = distanceTo(bone, (i) => intracranial.data[i] !== 0);
  const isPartly = (part: Component) => {
    if (part.area > maxBonePart) return false;
    const share = (holds: (i: number) => boolean) => shareOf(parts, part, holds);
    if (share((i) => (toBone.data[i] ?? 0) <= reach) < nearShare) return false;
    const isOutside = (i: number) => intracranial.data[mirrored(i, bone.width)] === 0;
    return (
      share(isOutside) >= mirroredOutside || share((i) => (toIsland.data[i] ?? 0) <= reach) >= islandShare
    );
  };
  return new Set(parts.components.filter(isPartly).map(({ label }) => label));
}

/** Distance to the places of a mask that `counts`, pixels. */
function distanceTo(of: Mask, counts: (i: number) => boolean): GreyPlane {
  return distanceTransform({ ...of, data: of.data.map((value, i) => (value !== 0 && counts(i) ? 0 : 1)) });
}

function mirrored(i: number, width: number): number {
  const x = i % width;
  return i - x + (width - 1 - x);
}

/** The share of a part on which something holds. */
function shareOf(
  { labels }: Components,
  { label, box, area }: Component,
  holds: (i: number) => boolean,
): number {
  let count = 0;
  for (let y = box.y; y < box.y + box.height; y++) {
    for (let x = box.x; x < box.x + box.width; x++) {
      const i = y * labels.width + x;
      if (labels.data[i] === label && holds(i)) count++;
    }
  }
  return count / Math.max(1, area);
}
