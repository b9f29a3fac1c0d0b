import type { Box, Mask } from '@second-read/core/pixels/plane';
import { area, intersection } from '@second-read/core/pixels/regions/mask-logic';
import { type LungPlace, thirdOfWay } from '../../reading/place.ts';
import type { Lungs } from '../lungs/lungs.ts';

export function placeOf(nodule: Mask, box: Box, lungs: Lungs): LungPlace {
  const inRight = area(intersection(nodule, lungs.right));
  const inLeft = area(intersection(nodule, lungs.left));
  const [side, lung] =
    inRight >= inLeft ? (['right', lungs.right] as const) : (['left', lungs.left] as const);
  if (lungs.pose !== 'upright') return { side, third: null };
  const rows = rowsOf(lung);
  const share = (box.y + box.height / 2 - rows.first) / Math.max(1, rows.last - rows.first + 1);
  return { side, third: thirdOfWay(share) };
}

function rowsOf(lung: Mask): { first: number; last: number } {
  const first = Math.max(0, lung.data.indexOf(1));
  const last = Math.max(0, lung.data.lastIndexOf(1));
  return { first: Math.floor(first / lung.width), last: Math.floor(last / lung.width) };
}
