import { type GreyPlane, greyPlane, type RgbImage } from '../plane.ts';
import type { Channels } from './channels.ts';

/** Luma, 0 to 255: 0.299 r + 0.587 g + 0.114 b (ITU-R BT.601). */
export function luminance(image: RgbImage): GreyPlane {
  const out = greyPlane(image.width, image.height);
  const { data } = image;
  for (let i = 0, j = 0; i < out.data.length; i++, j += 3) {
    out.data[i] = 0.299 * (data[j] ?? 0) + 0.587 * (data[j + 1] ?? 0) + 0.114 * (data[j + 2] ?? 0);
  }
  return out;
}

/** Luma of channels already parted. */
export function luma({ red, green, blue }: Channels): GreyPlane {
  const out = greyPlane(red.width, red.height);
  for (let i = 0; i < out.data.length; i++) {
    out.data[i] = 0.299 * (red.data[i] ?? 0) + 0.587 * (green.data[i] ?? 0) + 0.114 * (blue.data[i] ?? 0);
  }
  return out;
}
