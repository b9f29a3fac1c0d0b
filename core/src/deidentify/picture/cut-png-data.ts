import { Damaged } from '../../decode/dicom/dataset/damaged.ts';
import { sizeProblem } from '../../decode/limits.ts';
import { crc32 } from './checksums.ts';
import { concatBytes } from './concat-bytes.ts';
import { pngChunk } from './png-chunk.ts';
import { pngDataLength } from './png-size.ts';

/** How long a zlib stream is packed, up to its end, and unpacked. */
export interface ZlibLengths {
  readonly packed: number;
  readonly unpacked: number;
}

/**
 * Reads a zlib stream to its end; undefined where it has none, is damaged, or unpacks to more than `limit`.
 */
export type MeasureZlib = (bytes: Uint8Array, limit: number) => Promise<ZlibLengths | undefined>;

/** Length and name before a chunk's value; its sum follows. */
const chunkHead = 8;

/**
 * The chunks of a PNG, as `stripPng` gives them, without trailing bytes after the zlib stream within IDAT.
 * Throws `Damaged` if the stream unpacks to anything but the lines of the picture: decoders differ on
 * missing and surplus lines.
 */
export async function cutPngData(
  parts: readonly Uint8Array[],
  measure: MeasureZlib,
): Promise<readonly Uint8Array[]> {
  const expected = unpackedLength(parts[1]);
  const data = parts.filter(isData).map((part) => part.subarray(chunkHead, -4));
  const [first] = data;
  // One chunk needs no copy.
  const lengths = await measure(data.length === 1 && first ? first : concatBytes(data), expected);
  if (lengths?.unpacked !== expected) throw new Damaged('corrupt_file', 'not the lines of the picture');
  let left = lengths.packed;
  return parts.flatMap((part) => {
    if (!isData(part)) return [part];
    const length = Math.min(left, part.length - chunkHead - 4);
    left -= length;
    return cutChunk(part, length);
  });
}

function unpackedLength(head: Uint8Array | undefined): number {
  if (!head || nameOf(head) !== 'IHDR' || head.length !== chunkHead + 13 + 4)
    throw new Damaged('corrupt_file', 'no head');
  const view = new DataView(head.buffer, head.byteOffset + chunkHead, 13);
  const [width, height] = [view.getUint32(0), view.getUint32(4)];
  // Refused before its data are read to the end.
  const problem = sizeProblem(width, height);
  if (problem) throw new Damaged(problem, 'size');
  const [depth, colourType, isInterlaced] = [view.getUint8(8), view.getUint8(9), view.getUint8(12) === 1];
  const length = pngDataLength({ width, height, depth, colourType, isInterlaced });
  if (length === undefined) throw new Damaged('corrupt_file', 'no such depth');
  return length;
}

function cutChunk(part: Uint8Array, length: number): Uint8Array[] {
  // An empty one has a sum all the same, which is not needed.
  if (length === 0) return [];
  if (length === part.length - chunkHead - 4) return [part];
  // A new checksum must not hide that the old one was wrong.
  const sum = new DataView(part.buffer, part.byteOffset + part.length - 4, 4).getUint32(0);
  if (crc32(part.subarray(4, -4)) !== sum) throw new Damaged('corrupt_file', 'wrong sum');
  return [pngChunk('IDAT', part.subarray(chunkHead, chunkHead + length))];
}

const isData = (part: Uint8Array) => nameOf(part) === 'IDAT';
const nameOf = (part: Uint8Array) => String.fromCharCode(...part.subarray(4, chunkHead));
