import { Damaged } from '../../decode/dicom/dataset/damaged.ts';
import type { RasterFormat } from '../../decode/raster-codec.ts';
import type { SimpleFormat } from '../../decode/simple/simple-pictures.ts';
import type { Inflate } from './inflate.ts';
import { stripJpeg } from './strip-jpeg.ts';
import { stripPng } from './strip-png.ts';
import { stripTiff } from './strip-tiff.ts';
import { stripWebp } from './strip-webp.ts';

/** Formats read by a library are stripped in place; the simple formats are rewritten by the caller. */
export type StrippedFormat = Exclude<RasterFormat, SimpleFormat>;

export type StrippedPicture =
  | { readonly ok: true; readonly parts: readonly Uint8Array[] }
  | { readonly ok: false; readonly problem: 'corrupt_file' };

/**
 * A picture without its metadata: EXIF with GPS and thumbnails, XMP, IPTC, texts, comments, times, further
 * pages and trailing bytes go. The coded pixels stay byte for byte; EXIF keeps its orientation, colour
 * profiles their colours; trailing bytes within PNG chunks are for `cutPngData`. Each format has a list of
 * what stays.
 */
export function stripPicture(bytes: Uint8Array, format: StrippedFormat, inflate: Inflate): StrippedPicture {
  try {
    return { ok: true, parts: strippers[format](bytes, inflate) };
  } catch (error) {
    // Reading beyond the end of a view is damage as well.
    if (error instanceof Damaged || error instanceof RangeError)
      return { ok: false, problem: 'corrupt_file' };
    throw error;
  }
}

const strippers: Record<StrippedFormat, (bytes: Uint8Array, inflate: Inflate) => Uint8Array[]> = {
  png: stripPng,
  jpeg: stripJpeg,
  webp: stripWebp,
  tiff: stripTiff,
};
