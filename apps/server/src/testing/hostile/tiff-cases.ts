import { concat } from '@second-read/core/decode/dicom/write-dicom.test-support';
import { tiffOf } from '@second-read/core/deidentify/picture/picture-files.test-support';
import { mutatePieces } from './mutate-pieces.ts';
import type { Random } from './random.ts';
import type { MakeCase } from './raster-cases.ts';

/**
 * Strips or tiles side by side, on one another, behind the end, empty; directories that repeat tags or go in
 * circles.
 */
export const tiffCase: MakeCase = async (random) => {
  const count = random.count(20_000);
  const pixelBytes = random.count(200_000);
  const [offsets, lengths] = placesOf(count, pixelBytes, random);
  const isTiled = random.below(3) === 0;
  const tags: Record<number, readonly number[]> = {
    256: [random.pick([1, 64, 2_000])],
    257: [random.pick([1, 64, 2_000])],
    258: [8],
    259: [random.pick([1, 1, 5, 7, 8, 32_773])],
    262: [1],
    [isTiled ? 324 : 273]: offsets,
    277: [1],
    278: [random.pick([1, 16, 2_000])],
    [isTiled ? 325 : 279]: lengths,
  };
  if (isTiled) Object.assign(tags, { 322: [16], 323: [16] });
  if (random.below(4) === 0) tags[34675] = [1, 2, 3];
  const file = tiffOf(tags, new Uint8Array(pixelBytes));
  return random.below(2) === 0 ? file : inPieces(file, random);
};

function placesOf(count: number, pixelBytes: number, random: Random): [number[], number[]] {
  const each = Math.max(1, Math.floor(pixelBytes / count));
  const way = random.below(4);
  const start = random.below(400);
  const offsets = Array.from({ length: count }, (_, i) => {
    if (way === 0) return start + i * each;
    if (way === 1) return start;
    return way === 2 ? random.below(pixelBytes * 2) : start + Math.floor(i / 2) * each;
  });
  const lengths = offsets.map(() => (random.below(20) === 0 ? 0xffffffff : way === 1 ? pixelBytes : each));
  return [offsets, random.below(10) === 0 ? lengths.slice(1) : lengths];
}

/** Head, entries of the directory, and what follows. */
function inPieces(file: Uint8Array, random: Random): Uint8Array {
  const view = new DataView(file.buffer, file.byteOffset);
  const entries = view.getUint16(8, true);
  const pieces = Array.from({ length: entries }, (_, i) => file.subarray(10 + i * 12, 22 + i * 12));
  const mutated = mutatePieces(pieces, random);
  const count = new Uint8Array(2);
  new DataView(count.buffer).setUint16(0, mutated.length & 0xffff, true);
  const rest = file.slice(10 + entries * 12);
  // Where the next directory stands: here again, or nowhere.
  if (random.below(3) === 0) new DataView(rest.buffer).setUint32(0, 8, true);
  return concat([file.subarray(0, 8), count, ...mutated, rest]);
}
