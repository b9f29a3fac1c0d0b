import { Damaged } from '../../decode/dicom/damaged.ts';
import type { RasterFormat } from '../../decode/raster-codec.ts';
import type { SimpleFormat } from '../../decode/simple/simple-pictures.ts';
import type { Inflate } from './inflate.ts';
import { stripJpeg } from './strip-jpeg.ts';
import { stripPng } from './strip-png.ts';
import { stripTiff } from './strip-tiff.ts';
import { stripWebp } from './strip-webp.ts';

/** What a library reads is cut down as it is; the simple formats are written anew by whoever strips them. */
export type StrippedFormat = Exclude<RasterFormat, SimpleFormat>;

export type StrippedPicture =
  | { readonly ok: true; readonly parts: readonly Uint8Array[] }
  | { readonly ok: false; readonly problem: 'corrupt_file' };

/**
 * A picture without what is written beside its pixels: EXIF with GPS and thumbnails, XMP, IPTC, texts, comments,
 * times, further pages, whatever follows the end. The coded pixels stay byte for byte; of EXIF the orientation stays,
 * of colour profiles the colours; what follows the data of a PNG within their chunks is for `cutPngData`. Each format keeps a list of what stays, so that what is unknown goes.
 */
export function stripPicture(bytes: Uint8Array, format: StrippedFormat, inflate: Inflate): StrippedPicture {
  try {
    return { ok: true, parts: strippers[format](bytes, inflate) };
  } catch (error) {
    // A view that is read beyond its end is damage as well: a length that lies.
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
