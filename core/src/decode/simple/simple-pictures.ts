import type { RgbImage } from '../../pixels/plane.ts';
import { Damaged } from '../dicom/dataset/damaged.ts';
import { readBmpStructure } from './bmp-structure.ts';
import { readGifStructure } from './gif-structure.ts';
import { readBmp } from './read-bmp.ts';
import { readGif } from './read-gif.ts';

/** Formats read without a library. */
export type SimpleFormat = 'gif' | 'bmp';

/** Limit of unpacked pixels; a mammogram has up to 20 megapixels. */
const maxSimplePixels = 25_000_000;

export const isSimple = (format: string): format is SimpleFormat => format === 'gif' || format === 'bmp';

/** Width and height, read before any pixel. Throws `Damaged` for what is not read. */
export function simpleSize(bytes: Uint8Array, format: SimpleFormat): { width: number; height: number } {
  const { width, height } = format === 'gif' ? readGifStructure(bytes).screen : readBmpStructure(bytes);
  if (width * height > maxSimplePixels) throw new Damaged('too_large_for_format', `${width} × ${height}`);
  return { width, height };
}

/** Throws `Damaged`. */
export function readSimple(bytes: Uint8Array, format: SimpleFormat): RgbImage {
  simpleSize(bytes, format);
  return format === 'gif' ? readGif(bytes) : readBmp(bytes);
}
