import type { RgbImage } from '@second-read/core/pixels/plane';

/** The colors of a bitmap, as the engines take them. */
export function rgbOf(frame: ImageBitmap): RgbImage {
  const { width, height } = frame;
  const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('No canvas to read the frame on');
  context.drawImage(frame, 0, 0);
  return withoutAlpha(context.getImageData(0, 0, width, height));
}

/** Three samples a pixel from four. */
export function withoutAlpha({ width, height, data: rgba }: Pick<ImageData, 'width' | 'height' | 'data'>) {
  const data = new Uint8Array(3 * width * height);
  for (let i = 0, j = 0; j < data.length; i += 4, j += 3) {
    data[j] = rgba[i] ?? 0;
    data[j + 1] = rgba[i + 1] ?? 0;
    data[j + 2] = rgba[i + 2] ?? 0;
  }
  return { width, height, data };
}
