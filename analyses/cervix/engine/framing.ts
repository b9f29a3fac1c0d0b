import { area } from '@second-read/core/pixels/mask-logic';
import type { Mask } from '@second-read/core/pixels/plane';

/** Share of the picture below which the cervix is small; the smallest drawn one of 208 VIA pictures takes 0.19. */
const minShare = 0.1;
/** Part of the cervix's outline at the picture's border from which it is cut off; 203 of the same pictures have less. */
const cutFrom = 0.4;

/** What to do better in the next picture, one line; null where the cervix is well framed, or none was outlined. */
export function framingAdvice(cervix: Mask): string | null {
  const size = area(cervix);
  if (size === 0) return null;
  if (size < minShare * cervix.width * cervix.height)
    return 'Picture quality: the cervix is small in the picture; move closer and repeat the picture.';
  return borderPart(cervix, size) >= cutFrom
    ? 'Picture quality: the cervix is cut off by the border of the picture; center it or move back, and repeat the picture. What lies outside was not read.'
    : null;
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
