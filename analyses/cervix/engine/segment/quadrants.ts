import type { Mask } from '@second-read/core/pixels/plane';
import { area } from '@second-read/core/pixels/regions/mask-logic';
import type { Regions } from './segment.ts';

/** A quadrant counts from this share of the lesion on: less is the rim of one in the next quadrant. */
const minShare = 0.1;

/** How many quadrants of the cervix, around the os, the lesion takes: 0 without one, else 1 to 4. */
export function lesionQuadrants(regions: Regions): number {
  const centre = centroid(area(regions.junction) > 0 ? regions.junction : regions.cervix);
  const parts = [0, 0, 0, 0];
  const { width } = regions.lesion;
  for (let i = 0; i < regions.lesion.data.length; i++) {
    if (regions.lesion.data[i] === 0) continue;
    const quadrant = (i % width < centre.x ? 0 : 1) + (Math.floor(i / width) < centre.y ? 0 : 2);
    parts[quadrant] = (parts[quadrant] ?? 0) + 1;
  }
  const lesion = area(regions.lesion);
  return parts.filter((part) => part > 0 && part >= minShare * lesion).length;
}

function centroid(region: Mask): { x: number; y: number } {
  let [x, y, count] = [0, 0, 0];
  for (let i = 0; i < region.data.length; i++) {
    if (region.data[i] === 0) continue;
    x += i % region.width;
    y += Math.floor(i / region.width);
    count++;
  }
  return count === 0 ? { x: region.width / 2, y: region.height / 2 } : { x: x / count, y: y / count };
}
