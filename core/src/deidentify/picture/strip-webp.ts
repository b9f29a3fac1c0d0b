import { Damaged } from '../../decode/dicom/dataset/damaged.ts';
import { cleanProfile } from './clean-profile.ts';
import { concatBytes } from './concat-bytes.ts';
import { exifOrientation, orientationExif } from './orientation.ts';

const headLength = 12;
const frameHeadLength = 16;
/** Beyond any legitimate file; bounds the time for a hostile one. */
const maxChunks = 100_000;
const pictureChunks = new Set(['VP8 ', 'VP8L', 'ALPH', 'ANIM']);
/** Bits of VP8X. */
const flags = { icc: 0x20, exif: 0x08, xmp: 0x04 } as const;

interface Chunk {
  readonly name: string;
  readonly value: Uint8Array;
}

/**
 * Picture chunks as they are, those of animation frames too; orientation and colours as everywhere; the rest
 * goes.
 */
export function stripWebp(bytes: Uint8Array): Uint8Array[] {
  const chunks = readChunks(bytes.subarray(headLength, riffEnd(bytes)));
  const profile = contentOf(chunks, 'ICCP', cleanProfile);
  const orientation = contentOf(chunks, 'EXIF', exifOrientation) ?? 1;
  const first = chunks.find(({ name }) => name === 'ICCP');
  const kept = chunks.flatMap((each): Uint8Array[] => {
    const { name, value } = each;
    if (name === 'VP8X') return chunkOf(name, plainFlags(value, profile !== undefined, orientation !== 1));
    if (name === 'ICCP') return profile && each === first ? chunkOf(name, profile) : [];
    if (name === 'ANMF') return chunkOf(name, plainFrame(value));
    return pictureChunks.has(name) ? chunkOf(name, value) : [];
  });
  if (orientation !== 1) kept.push(...chunkOf('EXIF', orientationExif(orientation)));
  const head = bytes.slice(0, headLength);
  new DataView(head.buffer).setUint32(4, 4 + kept.reduce((sum, part) => sum + part.length, 0), true);
  return [head, ...kept];
}

function riffEnd(bytes: Uint8Array): number {
  const size = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(4, true);
  if (size + 8 > bytes.length) throw new Damaged('corrupt_file', 'RIFF size');
  return size + 8;
}

function readChunks(bytes: Uint8Array): Chunk[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const chunks: Chunk[] = [];
  for (let at = 0; at + 8 <= bytes.length; ) {
    if (chunks.length === maxChunks) throw new Damaged('corrupt_file', 'too many chunks');
    const length = view.getUint32(at + 4, true);
    const end = at + 8 + length;
    if (end > bytes.length) throw new Damaged('corrupt_file', 'chunk beyond the end');
    chunks.push({
      name: String.fromCharCode(...bytes.subarray(at, at + 4)),
      value: bytes.subarray(at + 8, end),
    });
    at = end + (length % 2);
  }
  return chunks;
}

function contentOf<T>(chunks: readonly Chunk[], name: string, read: (value: Uint8Array) => T): T | undefined {
  const chunk = chunks.find((each) => each.name === name);
  if (!chunk) return undefined;
  // Some writers put JPEG's "Exif\0\0" before the block.
  const hasPrefix = name === 'EXIF' && chunk.value[0] === 0x45;
  return read(hasPrefix ? chunk.value.subarray(6) : chunk.value);
}

function plainFlags(value: Uint8Array, hasProfile: boolean, hasExif: boolean): Uint8Array {
  const plain = value.slice();
  const others = (value[0] ?? 0) & ~(flags.icc | flags.exif | flags.xmp);
  plain[0] = others | (hasProfile ? flags.icc : 0) | (hasExif ? flags.exif : 0);
  return plain;
}

function plainFrame(value: Uint8Array): Uint8Array {
  const inner = readChunks(value.subarray(frameHeadLength)).filter(({ name }) => pictureChunks.has(name));
  const parts = [
    value.subarray(0, frameHeadLength),
    ...inner.flatMap((each) => chunkOf(each.name, each.value)),
  ];
  return concatBytes(parts);
}

function chunkOf(name: string, value: Uint8Array): Uint8Array[] {
  const head = new Uint8Array(8);
  for (let i = 0; i < 4; i++) head[i] = name.charCodeAt(i);
  new DataView(head.buffer).setUint32(4, value.length, true);
  return value.length % 2 === 0 ? [head, value] : [head, value, new Uint8Array(1)];
}
