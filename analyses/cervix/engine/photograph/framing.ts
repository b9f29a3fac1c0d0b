import { luminance } from '@second-read/core/pixels/color/luminance';
import { gaussianBlur } from '@second-read/core/pixels/filters/gaussian-blur';
import type { Mask, RgbImage } from '@second-read/core/pixels/plane';
import { area } from '@second-read/core/pixels/regions/mask-logic';
import { percentiles } from '@second-read/core/pixels/values/percentiles';
import type { framings } from '../../reading/schema.ts';

/**
 * Share of the picture below which the cervix is small; the smallest drawn one of 208 VIA pictures takes
 * 0.19.
 */
const minShare = 0.1;
/**
 * Part of the cervix's outline at the picture's border from which it is cut off; 188 of the same pictures
 * have less.
 */
const cutFrom = 0.35;
/** Outlines end up to so much of the longer side short of a border that cuts the cervix. */
const shortOfBorder = 0.01;

/** Softening before light is compared, as a share of the longer side, so that reflections do not count. */
const softening = 0.03;

type Framing = (typeof framings)[number];

/** Null where no cervix was outlined. */
export function framingOf(cervix: Mask): Framing | null {
  const size = area(cervix);
  if (size === 0) return null;
  if (size < minShare * cervix.width * cervix.height) return 'small';
  const inset = Math.round(shortOfBorder * Math.max(cervix.width, cervix.height));
  return borderPart(cervix, size, inset) >= cutFrom ? 'cut_off' : 'usual';
}

/** How unevenly the cervix is lit: its bright parts over its dark ones. 1 where none was outlined. */
export function lightRatioOf(working: RgbImage, cervix: Mask): number {
  if (area(cervix) === 0) return 1;
  const soft = gaussianBlur(luminance(working), softening * Math.max(working.width, working.height));
  const [dark = 1, bright = 1] = percentiles(soft, [0.05, 0.95], cervix);
  return bright / Math.max(1, dark);
}

/**
 * Pixels of the cervix, of which there are `size`, along the border or `inset` pixels within it, over the
 * circumference of a circle of its area.
 */
export function borderPart({ width, height, data }: Mask, size: number, inset = 0): number {
  let count = 0;
  const [right, bottom] = [width - 1 - inset, height - 1 - inset];
  for (let x = inset; x <= right; x++) {
    count += (data[inset * width + x] ?? 0) + (data[bottom * width + x] ?? 0);
  }
  for (let y = inset + 1; y < bottom; y++) {
    count += (data[y * width + inset] ?? 0) + (data[y * width + right] ?? 0);
  }
  return count / (2 * Math.sqrt(Math.PI * size));
}
