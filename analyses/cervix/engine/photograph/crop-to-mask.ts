import type { Mask, RgbImage } from '@second-read/core/pixels/plane';
import { boundsOf } from '@second-read/core/pixels/regions/bounds';

/** The image within the box around a mask of its size; null where the mask is empty. */
export function cropToMask(image: RgbImage, inside: Mask): RgbImage | null {
  const box = boundsOf(inside, 0);
  if (box === undefined) return null;
  const data = new Uint8Array(3 * box.width * box.height);
  for (let y = 0; y < box.height; y++) {
    const start = 3 * ((box.y + y) * image.width + box.x);
    data.set(image.data.subarray(start, start + 3 * box.width), 3 * y * box.width);
  }
  return { width: box.width, height: box.height, data };
}
