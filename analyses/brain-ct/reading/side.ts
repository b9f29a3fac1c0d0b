import { fillPolygon } from '@second-read/core/pixels/regions/fill-polygon';
import { besideLine, type Landmarks } from '@second-read/core/reading/landmarks';
import type { Outline, Point } from '@second-read/core/reading/outline';

/** The side that holds at least seven tenths of a region, by the share on the right; else undefined. */
export function sideOfShare(right: number): 'right' | 'left' | undefined {
  if (right > 0.3 && right < 0.7) return undefined;
  return right >= 0.7 ? 'right' : 'left';
}

/** Of places by the midline; `both` of those that lie on both, null of none or without landmarks. */
export function sideBy(
  landmarks: Landmarks | undefined,
  places: readonly Point[],
): 'right' | 'left' | 'both' | null {
  const { front, back, left } = landmarks ?? {};
  if (places.length === 0 || !front || !back || !left) return null;
  const isLeft = besideLine(left, front, back) > 0;
  const right = places.filter((at) => besideLine(at, front, back) > 0 !== isLeft);
  return sideOfShare(right.length / places.length) ?? 'both';
}

/** The middles of the pixels that an outline encloses. */
export function placesWithin(
  outline: Outline,
  picture: { readonly width: number; readonly height: number },
): Point[] {
  const { box, mask } = fillPolygon(outline, picture) ?? {};
  if (!box || !mask) return [];
  return Array.from(mask.data).flatMap((value, i) =>
    value === 0 ? [] : [{ x: box.x + (i % mask.width) + 0.5, y: box.y + Math.floor(i / mask.width) + 0.5 }],
  );
}
