import { decodeRaster } from './decode-raster.ts';
import { decodeDicom } from './dicom/decode-dicom.ts';
import type { DicomCodec } from './dicom-codec.ts';
import type { RasterCodec } from './raster-codec.ts';
import { sniff } from './sniff.ts';
import type { DecodeResult } from './study.ts';

export interface Codecs {
  readonly raster: RasterCodec;
  readonly dicom: DicomCodec;
}

/** Decodes hostile bytes to a study, or to a reason. `frame` selects one of a multi-frame DICOM, from 0;
 * with `mostPixels` a larger image is `too_many_pixels`, before it is decoded. */
export async function decodeStudy(
  bytes: Uint8Array,
  codecs: Codecs,
  options: { readonly frame?: number; readonly mostPixels?: number } = {},
): Promise<DecodeResult> {
  if (bytes.length === 0) return { ok: false, problem: 'empty_file' };
  const format = sniff(bytes);
  if (format === 'unknown') return { ok: false, problem: 'unknown_format' };
  if (format === 'unsupported') return { ok: false, problem: 'unsupported_format' };
  if (format === 'dicom') return decodeDicom(bytes, codecs.dicom, options.frame, options.mostPixels);
  return decodeRaster(bytes, format, codecs.raster, options.mostPixels);
}
