import { shapeOf } from '../../reading/mark-shape.ts';
import type { SeenSlice } from '../exam-slice.ts';
import type { Linked, PlacedMark } from './link-marks.ts';

const mm3PerMl = 1000;

/**
 * Volume of a lesion: area of every mark, in pixels, times what its slice represents. Null without pixel size
 * or places.
 */
export function volumeMl(
  lesion: Linked,
  slices: ReadonlyMap<number, SeenSlice>,
  areaOf: (placed: PlacedMark) => number = ({ mark }) => mark.areaPx,
): number | null {
  let mm3 = 0;
  for (const placed of lesion) {
    const { pixelMm = null, slabMm = null } = slices.get(placed.slice) ?? {};
    if (pixelMm === null || slabMm === null) return null;
    mm3 += areaOf(placed) * pixelMm.x * pixelMm.y * slabMm;
  }
  return mm3 / mm3PerMl;
}

/**
 * ABC/2 (Kothari et al., Stroke 27:1304, 1996): longest diameter of the largest mark, the diameter across it,
 * and the height, in which slices count fully from 75 % of the largest area, half from 25 %, not at all
 * below.
 */
export function abcHalfMl(lesion: Linked, slices: ReadonlyMap<number, SeenSlice>): number | null {
  const largest = largestMark(lesion);
  if (largest === undefined) return null;
  const { pixelMm = null } = slices.get(largest.slice) ?? {};
  if (pixelMm === null) return null;
  const side = Math.sqrt(pixelMm.x * pixelMm.y);
  const { longPx, shortPx } = shapeOf(largest.mark, pixelMm);
  let height = 0;
  for (const [slice, areaPx] of areasBySlice(lesion)) {
    const slab = slices.get(slice)?.slabMm ?? null;
    if (slab === null) return null;
    const share = areaPx / largest.mark.areaPx;
    height += slab * (share >= 0.75 ? 1 : share >= 0.25 ? 0.5 : 0);
  }
  return (longPx * side * shortPx * side * height) / 2 / mm3PerMl;
}

function areasBySlice(lesion: Linked): Map<number, number> {
  const areas = new Map<number, number>();
  for (const { slice, mark } of lesion) areas.set(slice, (areas.get(slice) ?? 0) + mark.areaPx);
  return areas;
}

export function largestMark(lesion: Linked) {
  return lesion.reduce<Linked[number] | undefined>(
    (best, one) => (best === undefined || one.mark.areaPx > best.mark.areaPx ? one : best),
    undefined,
  );
}
