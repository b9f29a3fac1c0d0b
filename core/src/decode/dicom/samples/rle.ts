import { Damaged } from '../dataset/damaged.ts';
import type { ImageDescription } from '../image-description.ts';

/** Two bytes give at most 128. */
const largestExpansion = 64;

/**
 * RLE Lossless (PS3.5 Annex G): one PackBits segment per byte of a sample, most significant first.
 * Gives little-endian, interleaved samples.
 */
export function decodeRle(frame: Uint8Array, image: ImageDescription): Uint8Array {
  const bytesPerSample = image.bitsAllocated / 8;
  const segments = image.samplesPerPixel * bytesPerSample;
  if (frame.length < 64) throw new Damaged('corrupt_file', 'RLE header');
  const view = new DataView(frame.buffer, frame.byteOffset, frame.byteLength);
  if (view.getUint32(0, true) !== segments) throw new Damaged('corrupt_file', 'RLE segments');
  const pixels = image.rows * image.columns;
  if (frame.length * largestExpansion < pixels * segments) throw new Damaged('corrupt_file', 'RLE too short');
  const out = new Uint8Array(pixels * segments);
  for (let segment = 0; segment < segments; segment++) {
    const start = view.getUint32(4 + segment * 4, true);
    const end = segment + 1 < segments ? view.getUint32(8 + segment * 4, true) : frame.length;
    if (start < 64 || end > frame.length || start > end) throw new Damaged('corrupt_file', 'RLE offsets');
    const sample = Math.floor(segment / bytesPerSample);
    const byte = bytesPerSample - 1 - (segment % bytesPerSample);
    const at = sample * bytesPerSample + byte;
    unpack(frame.subarray(start, end), out, { at, step: segments, count: pixels });
  }
  return out;
}

/** A segment that is too short is damage; the rest is padding. */
function unpack(
  packed: Uint8Array,
  out: Uint8Array,
  { at, step, count }: { at: number; step: number; count: number },
): void {
  let target = at;
  const end = at + step * count;
  for (let i = 0; i < packed.length && target < end; ) {
    const control = packed[i++] ?? 0;
    if (control === 128) continue;
    const isRun = control > 128;
    const length = isRun ? 257 - control : control + 1;
    for (let n = 0; n < length && target < end; n++, target += step)
      out[target] = packed[isRun ? i : i + n] ?? 0;
    i += isRun ? 1 : length;
  }
  if (target < end) throw new Damaged('corrupt_file', 'RLE segment too short');
}
