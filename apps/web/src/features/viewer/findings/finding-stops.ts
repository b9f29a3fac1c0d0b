import type { FindingPlace } from '@second-read/core/report/document';
import type { FindingMark, FindingRegion } from './finding-marks.ts';

interface Size {
  readonly width: number;
  readonly height: number;
}

/**
 * What is brought to the middle one after the other: the places that the report numbers, where it does, for
 * two masses whose outlines touch are one region; else the regions.
 */
export function findingStops(
  { regions }: FindingMark,
  labels: Size,
  places: readonly FindingPlace[] = [],
): readonly FindingRegion[] {
  if (places.length === 0) return regions;
  return places.flatMap((place) => {
    const x = (place.x / 100) * labels.width;
    const y = (place.y / 100) * labels.height;
    const nearest = regions.toSorted((a, b) => distance(a, x, y) - distance(b, x, y))[0];
    if (!nearest) return [];
    const { width, height } = nearest.box;
    return [{ ...nearest, box: { x: x - width / 2, y: y - height / 2, width, height } }];
  });
}

/** From a point to the box of a region; 0 within it. */
function distance({ box }: FindingRegion, x: number, y: number): number {
  const across = Math.max(box.x - x, 0, x - box.x - box.width);
  const down = Math.max(box.y - y, 0, y - box.y - box.height);
  return Math.hypot(across, down);
}
