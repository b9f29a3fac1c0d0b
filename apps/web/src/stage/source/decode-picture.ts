import type { RgbImage } from '@second-read/core/pixels/plane';
import { nextPictureId, type Picture } from './picture.ts';

/**
 * Decodes what the browser can decode (PNG, JPEG, WebP, …), upright after its EXIF orientation.
 * @throws Error when the bytes are no picture the browser knows.
 */
export async function decodePicture(blob: Blob): Promise<Picture> {
  const bitmap = await createImageBitmap(blob, { imageOrientation: 'from-image' });
  try {
    return pictureOf(drawn(bitmap));
  } finally {
    bitmap.close();
  }
}

/** The pixels of a bitmap; transparent ones on black, as the viewer's ground. */
function drawn(bitmap: ImageBitmap): ImageData {
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('No canvas to decode the picture on');
  context.drawImage(bitmap, 0, 0);
  return context.getImageData(0, 0, bitmap.width, bitmap.height);
}

/** Three samples a pixel, of a format that is read without the browser's help. */
export function pictureOfRgb({ width, height, data: rgb }: RgbImage): Picture {
  const data = new Uint8ClampedArray(width * height * 4).fill(255);
  for (let from = 0, to = 0; from < rgb.length; from += 3, to += 4)
    data.set(rgb.subarray(from, from + 3), to);
  return pictureOf({ width, height, data });
}

/** Grey where red, green and blue agree everywhere: one sample per pixel is enough then. */
export function pictureOf({ width, height, data }: Pick<ImageData, 'width' | 'height' | 'data'>): Picture {
  const facts = { id: nextPictureId(), width, height };
  if (!isGrey(data)) return { ...facts, kind: 'colour', samples: withoutAlpha(data) };
  const samples = new Uint8Array(width * height);
  for (let pixel = 0; pixel < samples.length; pixel += 1) samples[pixel] = data[pixel * 4] ?? 0;
  const window = { centre: 127.5, width: 255 };
  return { ...facts, kind: 'grey', samples, window, unit: '' };
}

function isGrey(rgba: Uint8ClampedArray): boolean {
  for (let at = 0; at < rgba.length; at += 4) {
    if (rgba[at] !== rgba[at + 1] || rgba[at] !== rgba[at + 2]) return false;
  }
  return true;
}

function withoutAlpha(rgba: Uint8ClampedArray): Uint8Array {
  const rgb = new Uint8Array((rgba.length / 4) * 3);
  for (let from = 0, to = 0; from < rgba.length; from += 4, to += 3) {
    rgb[to] = rgba[from] ?? 0;
    rgb[to + 1] = rgba[from + 1] ?? 0;
    rgb[to + 2] = rgba[from + 2] ?? 0;
  }
  return rgb;
}
