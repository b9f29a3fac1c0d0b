import type { PlaneData } from '../../../pixels/plane.ts';
import type { ImageDescription } from '../image-description.ts';

export interface Packed {
  readonly bytes: Uint8Array;
  readonly firstBit: number;
  readonly isLittleEndian: boolean;
}

/**
 * Bytes to stored values: aligned, in machine order, bits above and below `bitsStored` removed, sign
 * extended.
 */
export function unpackSamples(packed: Packed, image: ImageDescription, count: number): PlaneData {
  const { bytes } = packed;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const little = packed.isLittleEndian;
  if (image.number === 'float') return fill(new Float32Array(count), (i) => view.getFloat32(i * 4, little));
  if (image.number === 'double') return fill(new Float64Array(count), (i) => view.getFloat64(i * 8, little));
  if (image.bitsAllocated === 8) return bytesToSamples(packed, image, count);
  if (image.bitsAllocated === 16) return wordsToSamples(view, little, image, count);
  if (image.bitsAllocated !== 32) return gaplessSamples(packed, image, count);
  const shift = 32 - image.bitsStored;
  const up = 31 - image.highBit;
  if (image.isSigned)
    return fill(new Int32Array(count), (i) => (view.getInt32(i * 4, little) << up) >> shift);
  return fill(new Uint32Array(count), (i) => (view.getUint32(i * 4, little) << up) >>> shift);
}

function gaplessSamples({ bytes, firstBit }: Packed, image: ImageDescription, count: number) {
  const layout = { width: image.bitsAllocated, firstBit };
  const values = unpackPacked(bytes, layout, count);
  if (image.bitsAllocated === 1) return Uint8Array.from(values);
  const up = 31 - image.highBit;
  const down = 32 - image.bitsStored;
  if (image.isSigned) return fill(new Int32Array(count), (i) => ((values[i] ?? 0) << up) >> down);
  return fill(values, (i) => ((values[i] ?? 0) << up) >>> down);
}

function fill<T extends PlaneData>(target: T, value: (index: number) => number): T {
  for (let i = 0; i < target.length; i++) target[i] = value(i);
  return target;
}

function bytesToSamples({ bytes }: Packed, image: ImageDescription, count: number) {
  const up = 31 - image.highBit;
  const down = 32 - image.bitsStored;
  if (!image.isSigned && image.bitsStored === 8) return bytes.slice(0, count);
  if (image.isSigned) return fill(new Int8Array(count), (i) => ((bytes[i] ?? 0) << up) >> down);
  return fill(new Uint8Array(count), (i) => ((bytes[i] ?? 0) << up) >>> down);
}

function wordsToSamples(view: DataView, little: boolean, image: ImageDescription, count: number) {
  const words = sixteenBit(view, little, count);
  if (image.bitsStored === 16) return image.isSigned ? new Int16Array(words.buffer) : words;
  const up = 31 - image.highBit;
  const down = 32 - image.bitsStored;
  if (image.isSigned) {
    const signed = new Int16Array(words.buffer);
    for (let i = 0; i < count; i++) signed[i] = ((words[i] ?? 0) << up) >> down;
    return signed;
  }
  for (let i = 0; i < count; i++) words[i] = ((words[i] ?? 0) << up) >>> down;
  return words;
}

/** A copy in native byte order: in one step if the file's is the same and the bytes are aligned. */
function sixteenBit(view: DataView, little: boolean, count: number): Uint16Array {
  if (little && isLittleEndianMachine && view.byteOffset % 2 === 0) {
    return new Uint16Array(view.buffer, view.byteOffset, count).slice();
  }
  return fill(new Uint16Array(count), (i) => view.getUint16(i * 2, little));
}

const isLittleEndianMachine = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1;

/**
 * Samples of 1 to 31 bits without gaps, as old writers pack 12-bit pictures (PS3.5 8.1.1, Annex D): a
 * sample begins at the lowest free bit.
 */
function unpackPacked(
  bytes: Uint8Array,
  { width, firstBit }: { width: number; firstBit: number },
  count: number,
): Uint32Array {
  const values = new Uint32Array(count);
  const mask = 2 ** width - 1;
  let next = firstBit >> 3;
  let pending = (bytes[next++] ?? 0) >> (firstBit & 7);
  let bits = 8 - (firstBit & 7);
  for (let i = 0; i < count; i++) {
    while (bits < width) {
      pending += (bytes[next++] ?? 0) * 2 ** bits;
      bits += 8;
    }
    values[i] = pending % (mask + 1);
    pending = Math.floor(pending / (mask + 1));
    bits -= width;
  }
  return values;
}
