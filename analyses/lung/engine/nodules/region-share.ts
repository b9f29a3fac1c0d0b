import type { Box, GreyPlane, Mask } from '@second-read/core/pixels/plane';

interface Region {
  readonly mask: Mask;
  readonly box: Box;
  readonly areaPx: number;
}

/** Calls `take` with the index of every pixel of a region. */
export function eachPixel(
  { mask: { width, data }, box }: Pick<Region, 'mask' | 'box'>,
  take: (i: number) => void,
): void {
  for (let y = box.y; y < box.y + box.height; y++) {
    for (let i = y * width + box.x; i < y * width + box.x + box.width; i++) if (data[i] !== 0) take(i);
  }
}

/** The part of a region, 0 to 1, that lies in another. */
export function shareWithin(other: Mask, region: Region): number {
  let within = 0;
  eachPixel(region, (i) => {
    within += other.data[i] ?? 0;
  });
  return within / Math.max(1, region.areaPx);
}

/** Mean of a map in a region. */
export function meanOf(map: GreyPlane, region: Region): number {
  let sum = 0;
  eachPixel(region, (i) => {
    sum += map.data[i] ?? 0;
  });
  return sum / Math.max(1, region.areaPx);
}
