import type { Box, Mask } from '@second-read/core/pixels/plane';
import { distanceTransform } from '@second-read/core/pixels/regions/distance-transform';
import { invert } from '@second-read/core/pixels/regions/mask-logic';
import { clampBox, crop } from '@second-read/core/pixels/sampling/crop';
import type { Millimetres, Pixels } from '@second-read/core/pixels/units';
import type { LungPlace } from '../../reading/place.ts';
import type { borders } from '../../reading/schema.ts';
import type { Lungs } from '../lungs/lungs.ts';
import type { WorkingSlice } from '../working-slice.ts';

export type Border = (typeof borders)[number];

/** A nodule this close to a border of its lung is called near it: subpleural ones lie within a centimeter. */
const nearMm: Millimetres = 10;
/** The width of a chest, where the file does not tell a pixel's size. */
const usualBodyMm: Millimetres = 350;

/** The border near a nodule of an upright slice; `bodyWidth` in working pixels. */
export function borderOf(
  nodule: { readonly mask: Mask; readonly box: Box },
  { side }: LungPlace,
  { lungs, working, bodyWidth }: { lungs: Lungs; working: WorkingSlice; bodyWidth: Pixels },
): Border | null {
  if (lungs.pose !== 'upright') return null;
  const reach = nearMm / (working.pixelMm ?? usualBodyMm / bodyWidth);
  return borderNear(nodule, { lung: lungs[side], side, reach });
}

/**
 * The border of its lung that a nodule lies at most `reach` from, the nearer of two; null where it lies
 * within. In an upright slice, each row of which is medial of the lung towards the other side.
 */
export function borderNear(
  { mask: nodule, box }: { readonly mask: Mask; readonly box: Box },
  { lung, side, reach }: { readonly lung: Mask; readonly side: 'left' | 'right'; readonly reach: Pixels },
): Border | null {
  const grown = Math.ceil(reach) + 1;
  const room = clampBox(
    { x: box.x - grown, y: box.y - grown, width: box.width + 2 * grown, height: box.height + 2 * grown },
    nodule.width,
    nodule.height,
  );
  const distance = distanceTransform(invert(crop(nodule, room)));
  const nearest = { chest_wall: Number.POSITIVE_INFINITY, mediastinum: Number.POSITIVE_INFINITY };
  for (let y = 0; y < room.height; y++) {
    const row = extentOf(lung, room.y + y);
    for (let x = 0; x < room.width; x++) {
      const i = (room.y + y) * lung.width + room.x + x;
      if (lung.data[i] !== 0 || nodule.data[i] !== 0) continue;
      const isMedial = side === 'right' ? room.x + x > row.last : room.x + x < row.first;
      const border = isMedial && row.last >= row.first ? 'mediastinum' : 'chest_wall';
      nearest[border] = Math.min(nearest[border], distance.data[y * room.width + x] ?? reach + 1);
    }
  }
  if (Math.min(nearest.chest_wall, nearest.mediastinum) > reach) return null;
  return nearest.mediastinum < nearest.chest_wall ? 'mediastinum' : 'chest_wall';
}

/** First and last column of a lung in a row; the last before the first where there is none. */
function extentOf({ width, data }: Mask, y: number): { first: number; last: number } {
  const row = data.subarray(y * width, (y + 1) * width);
  const first = row.indexOf(1);
  return first < 0 ? { first: width, last: -1 } : { first, last: row.lastIndexOf(1) };
}
