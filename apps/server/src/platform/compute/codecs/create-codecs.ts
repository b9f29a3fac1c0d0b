import type { Codecs } from '@second-read/core/decode/decode-study';
import { createDcmjsCodec } from './dcmjs-codec.ts';
import { createSharpRasterCodec } from './sharp-raster-codec.ts';

/** The drivers behind the decoder's ports. */
export function createCodecs(): Codecs {
  return { raster: createSharpRasterCodec(), dicom: createDcmjsCodec() };
}
