import { decodeDicom } from '@second-read/core/decode/dicom/decode-dicom';
import { type DicomCodec, UnsupportedStream } from '@second-read/core/decode/dicom-codec';
import type { DecodeResult } from '@second-read/core/decode/study';

interface Packed {
  readonly bytes: Uint8Array;
  readonly limit: number;
}

/**
 * A frame, counted from 0, of any DICOM file as the server reads it. A deflated data set is unpacked by the
 * browser, which does so only while one waits: the file is read a second time then.
 */
export async function decodeAnyDicom(
  bytes: Uint8Array,
  codec: Pick<DicomCodec, 'decodeFrame'>,
  frame?: number,
): Promise<DecodeResult> {
  const asked: Packed[] = [];
  const ask = (packed: Uint8Array, limit: number): Uint8Array => {
    asked.push({ bytes: packed, limit });
    throw new UnsupportedStream('deflated');
  };
  const result = await decodeDicom(bytes, { ...codec, inflate: ask }, frame);
  const [packed] = asked;
  if (!packed) return result;
  const unpacked = await inflateRaw(packed);
  return decodeDicom(bytes, { ...codec, inflate: () => unpacked }, frame);
}

/** @throws Error for damaged bytes, or more than the limit. */
async function inflateRaw({ bytes, limit }: Packed): Promise<Uint8Array> {
  const packed = new Blob([Uint8Array.from(bytes)]).stream();
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  const reader = packed.pipeThrough(new DecompressionStream('deflate-raw')).getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    parts.push(part.value);
    length += part.value.length;
    if (length > limit) throw new Error('more than the limit');
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}
