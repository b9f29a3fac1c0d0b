import type { Plane, RgbImage } from '@second-read/core/pixels/plane';
import sharp from 'sharp';

/** As fast as level 1 on mammograms and an eighth smaller; higher levels gain nothing there. */
const compressionLevel = 2;

/** 8-bit PNG, one channel for a plane, three for a picture. Planes have filtered rows unless `isFlat`: areas of one value. */
export async function encodePng(
  image: Plane<Uint8Array> | RgbImage,
  { isFlat = false }: { readonly isFlat?: boolean } = {},
): Promise<Uint8Array> {
  const { width, height, data } = image;
  const channels = data.length === width * height ? 1 : 3;
  const png = await sharp(data, { raw: { width, height, channels }, limitInputPixels: false })
    .toColourspace(channels === 1 ? 'b-w' : 'srgb')
    // Filtered rows: a mammogram takes a quarter less, for 65 ms more at 7 to 12 MP. Flat areas gain nothing.
    .png({ compressionLevel, adaptiveFiltering: channels === 1 && !isFlat })
    .toBuffer();
  return new Uint8Array(png);
}

/** 16-bit grey PNG. */
export async function encodePng16({ width, height, data }: Plane<Uint16Array>): Promise<Uint8Array> {
  const png = await sharp(data, { raw: { width, height, channels: 1 }, limitInputPixels: false })
    .toColourspace('grey16')
    .png({ compressionLevel })
    .toBuffer();
  return new Uint8Array(png);
}
