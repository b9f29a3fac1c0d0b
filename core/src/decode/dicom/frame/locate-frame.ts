import { Damaged } from '../dataset/damaged.ts';
import type { Dataset, Element } from '../dataset/dataset.ts';
import type { ImageDescription } from '../image-description.ts';

/** Bits of one frame of native pixel data. */
function nativeFrameBits(image: ImageDescription, samples: number): number {
  return image.rows * image.columns * samples * image.bitsAllocated;
}

/**
 * Samples of a pixel as they are stored: two where chroma is shared between neighbours. Some writers name
 * such a colour space but store all three; the length decides.
 */
export function storedSamples(element: Element, image: ImageDescription): number {
  if (!image.photometric.endsWith('_422') || image.samplesPerPixel !== 3) return image.samplesPerPixel;
  return element.bytes.length * 8 >= nativeFrameBits(image, 3) * image.frames ? 3 : 2;
}

/**
 * The bytes of one native frame; for 1-bit pictures with `firstBit` in the first byte. `areBytesSwapped`: the
 * two bytes of each word of the element change places.
 */
export function locateNative(
  element: Element,
  image: ImageDescription,
  frame: number,
  areBytesSwapped: boolean,
): { bytes: Uint8Array; firstBit: number } {
  const bits = nativeFrameBits(image, storedSamples(element, image));
  const start = bits * frame;
  const end = start + bits;
  if (Math.ceil(end / 8) > element.bytes.length) throw new Damaged('corrupt_file', 'pixel data too short');
  const [from, to] = [Math.floor(start / 8), Math.ceil(end / 8)];
  const bytes = areBytesSwapped ? swapped(element.bytes, from, to) : element.bytes.subarray(from, to);
  return { bytes, firstBit: start % 8 };
}

function swapped(bytes: Uint8Array, from: number, to: number): Uint8Array {
  const out = new Uint8Array(to - from);
  for (let at = from; at < to; at++) out[at - from] = bytes[at ^ 1] ?? 0;
  return out;
}

/** The code stream of one encapsulated frame (PS3.5 A.4), its fragments joined. */
export function locateEncapsulated(dataset: Dataset, image: ImageDescription, frame: number): Uint8Array {
  const { table, fragments } = fragmentsOf(dataset);
  if (table === undefined || fragments.length === 0) throw new Damaged('corrupt_file', 'no fragments');
  if (image.frames === 1) return join(fragments);
  if (fragments.length === image.frames) return join(fragments.slice(frame, frame + 1));
  const starts = startsOf(dataset, table, fragments, image.frames);
  const start = starts[frame];
  if (start === undefined) throw new Damaged('corrupt_file', 'frame not found');
  return join(fragments.slice(start, starts[frame + 1] ?? fragments.length));
}

const fragmentsOfDataset = new WeakMap<Dataset, ReturnType<typeof splitFragments>>();

function fragmentsOf(dataset: Dataset) {
  const cached = fragmentsOfDataset.get(dataset) ?? splitFragments(dataset);
  fragmentsOfDataset.set(dataset, cached);
  return cached;
}

function splitFragments(dataset: Dataset) {
  const all = dataset.element('pixelData')?.fragments ?? [];
  return { table: all[0], fragments: all.slice(1) };
}

/** Computed once, else reading every frame would walk all fragments each time. */
const startsOfDataset = new WeakMap<Dataset, readonly number[]>();

function startsOf(
  dataset: Dataset,
  table: Uint8Array,
  fragments: readonly Uint8Array[],
  frames: number,
): readonly number[] {
  const cached = startsOfDataset.get(dataset);
  if (cached) return cached;
  const starts =
    startsByTable(basicOffsets(table), fragments, frames) ??
    startsByTable(extendedOffsets(dataset), fragments, frames) ??
    startsByMarker(fragments);
  startsOfDataset.set(dataset, starts);
  return starts;
}

function basicOffsets(table: Uint8Array): number[] {
  const view = new DataView(table.buffer, table.byteOffset, table.byteLength);
  return Array.from({ length: table.length >> 2 }, (_, i) => view.getUint32(i * 4, true));
}

/** The extended offset table (PS3.5 A.4) has 64 bits for each frame; no file here needs more than 53. */
function extendedOffsets(dataset: Dataset): number[] {
  const bytes = dataset.element('extendedOffsetTable')?.bytes ?? new Uint8Array();
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Array.from({ length: bytes.length >> 3 }, (_, i) => Number(view.getBigUint64(i * 8, true)));
}

/** Index of each frame's first fragment by a valid offset table. */
function startsByTable(
  offsets: readonly number[],
  fragments: readonly Uint8Array[],
  frames: number,
): number[] | undefined {
  if (offsets.length !== frames) return undefined;
  const indices = new Map<number, number>();
  let offset = 0;
  fragments.forEach((fragment, i) => {
    indices.set(offset, i);
    offset += fragment.length + 8;
  });
  const starts: number[] = [];
  for (const [i, stated] of offsets.entries()) {
    const start = indices.get(stated);
    if (start === undefined || start < (starts[i - 1] ?? -1) + 1) return undefined;
    starts.push(start);
  }
  return starts;
}

/**
 * Without a table: a frame begins where a fragment begins with a start-of-image or start-of-codestream
 * marker.
 */
function startsByMarker(fragments: readonly Uint8Array[]): number[] {
  const starts: number[] = [];
  fragments.forEach((fragment, i) => {
    if (beginsStream(fragment)) starts.push(i);
  });
  return starts;
}

/** Start of image, start of code stream, or the signature box of a JP2 file. */
function beginsStream([first, second, third, fourth, fifth]: Uint8Array): boolean {
  if (first === 0xff) return second === 0xd8 || second === 0x4f;
  return first === 0 && second === 0 && third === 0 && fourth === 0x0c && fifth === 0x6a;
}

function join(parts: readonly Uint8Array[]): Uint8Array {
  const [only] = parts;
  if (only !== undefined && parts.length === 1) return only;
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
