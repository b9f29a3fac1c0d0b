import type { Mask } from '@second-read/core/pixels/plane';
import { area } from '@second-read/core/pixels/regions/mask-logic';
import type { Regions } from './segment.ts';

/** A quadrant counts from this share of its cervix on: less is the rim of a lesion in the next one. */
const minShare = 0.25;

/** How many quadrants of the cervix, around the os, the lesion takes: 0 without one, else 1 to 4. */
export function lesionQuadrants(regions: Regions): number {
  const centre = centroid(area(regions.junction) > 0 ? regions.junction : regions.cervix);
  const cervix = [0, 0, 0, 0];
  const lesion = [0, 0, 0, 0];
  const { width } = regions.cervix;
  for (let i = 0; i < regions.cervix.data.length; i++) {
    if (regions.cervix.data[i] === 0) continue;
    const quadrant = (i % width < centre.x ? 0 : 1) + (Math.floor(i / width) < centre.y ? 0 : 2);
    cervix[quadrant] = (cervix[quadrant] ?? 0) + 1;
    if (regions.lesion.data[i] !== 0) lesion[quadrant] = (lesion[quadrant] ?? 0) + 1;
  }
  const taken = cervix.filter((size, q) => size > 0 && (lesion[q] ?? 0) / size >= minShare).length;
  return Math.max(taken, Math.min(1, area(regions.lesion)));
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
