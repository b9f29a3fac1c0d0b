import { inflateStart } from '@second-read/core/decode/dicom/dataset/inflate-start';
import { decodeDicom } from '@second-read/core/decode/dicom/decode-dicom';
import type { DicomCodec } from '@second-read/core/decode/dicom-codec';
import type { DecodeResult } from '@second-read/core/decode/study';

/** A frame, counted from 0, of any DICOM file as the server reads it. */
export function decodeAnyDicom(
  bytes: Uint8Array,
  codec: Pick<DicomCodec, 'decodeFrame'>,
  frame?: number,
): Promise<DecodeResult> {
  return decodeDicom(bytes, { ...codec, inflate: inflateStart }, frame);
}
