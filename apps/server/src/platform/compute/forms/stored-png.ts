import type { LabelMap, Plane, RgbImage } from '@second-read/core/pixels/plane';
import sharp from 'sharp';

export type Pixels = Plane<Uint8Array> | RgbImage;

/** Only ever PNGs that this server wrote. */
export async function decodePng(png: Uint8Array): Promise<Pixels> {
  const image = sharp(png, { limitInputPixels: false });
  // Left alone, sharp hands grey out as colour.
  const isGrey = (await image.metadata()).channels === 1;
  const { data, info } = await image
    .toColourspace(isGrey ? 'b-w' : 'srgb')
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  if (channels !== 1 && channels !== 3) throw new Error('a stored picture has an unexpected channel');
  return { width, height, data: new Uint8Array(data.buffer, data.byteOffset, data.length) };
}

export async function decodeLabels(png: Uint8Array): Promise<LabelMap> {
  const { width, height, data } = await decodePng(png);
  if (data.length !== width * height) throw new Error('a label map has more than one channel');
  return { width, height, data };
}

export async function encodePixels({ width, height, data }: Pixels): Promise<Uint8Array> {
  const channels = data.length === width * height ? 1 : 3;
  const png = await sharp(data, { raw: { width, height, channels }, limitInputPixels: false })
    .toColourspace(channels === 1 ? 'b-w' : 'srgb')
    .png({ compressionLevel: 2 })
    .toBuffer();
  return new Uint8Array(png);
}
