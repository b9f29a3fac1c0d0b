import type { Mask } from '@second-read/core/pixels/plane';
import { area } from '@second-read/core/pixels/regions/mask-logic';
import type { framings } from '../../reading/schema.ts';

/**
 * Share of the picture below which the cervix is small; the smallest drawn one of 208 VIA pictures takes
 * 0.19.
 */
const minShare = 0.1;
/**
 * Part of the cervix's outline at the picture's border from which it is cut off; 203 of the same pictures
 * have less.
 */
const cutFrom = 0.4;

type Framing = (typeof framings)[number];

/** Null where no cervix was outlined. */
export function framingOf(cervix: Mask): Framing | null {
  const size = area(cervix);
  if (size === 0) return null;
  if (size < minShare * cervix.width * cervix.height) return 'small';
  return borderPart(cervix, size) >= cutFrom ? 'cut_off' : 'usual';
}

/** Pixels of the cervix along the border, over the circumference of a circle of its area. */
function borderPart({ width, height, data }: Mask, size: number): number {
  let count = 0;
  for (let x = 0; x < width; x++) {
    count += (data[x] ?? 0) + (data[(height - 1) * width + x] ?? 0);
  }
  for (let y = 1; y < height - 1; y++) {
    count += (data[y * width] ?? 0) + (data[y * width + width - 1] ?? 0);
  }
  return count / (2 * Math.sqrt(Math.PI * size));
}
