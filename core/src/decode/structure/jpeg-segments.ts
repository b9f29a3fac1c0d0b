import { Damaged } from '../dicom/dataset/damaged.ts';

/**
 * A piece of a JPEG: a marker with its segment, or entropy-coded data behind a start of scan (`marker` 0).
 */
export interface JpegSegment {
  readonly marker: number;
  readonly start: number;
  readonly end: number;
}

/** Beyond any legitimate file; bounds the time for a hostile one. */
const maxSegments = 100_000;
const startOfScan = 0xda;
const endOfImage = 0xd9;

/** Restart markers, start and end of image, TEM: no length follows. */
function isBare(marker: number): boolean {
  return (marker >= 0xd0 && marker <= endOfImage) || marker === 0x01;
}

/**
 * The pieces of a JPEG in their order, to the end of the image or to a segment that is longer than what is
 * left. What lies between them is left out, as readers skip it. Throws `Damaged` when there are too many.
 */
export function* jpegSegments(bytes: Uint8Array): Generator<JpegSegment> {
  let at = 0;
  let count = 0;
  while (at + 1 < bytes.length) {
    if (bytes[at] !== 0xff) {
      at = bytes.indexOf(0xff, at);
      if (at === -1) return;
    }
    if (++count > maxSegments) throw new Damaged('corrupt_file', 'too many segments');
    const marker = bytes[at + 1] ?? 0;
    if (marker === 0xff) {
      at++;
      continue;
    }
    const end = isBare(marker) ? at + 2 : segmentEnd(bytes, at);
    if (end > bytes.length) return;
    yield { marker, start: at, end };
    if (marker === endOfImage) return;
    at = end;
    if (marker !== startOfScan) continue;
    const scanEnd = endOfScan(bytes, at);
    yield { marker: 0, start: at, end: scanEnd };
    at = scanEnd;
  }
}

function segmentEnd(bytes: Uint8Array, at: number): number {
  const length = ((bytes[at + 2] ?? 0) << 8) | (bytes[at + 3] ?? 0);
  return at + 2 + Math.max(2, length);
}

/** Where the next marker is that belongs to no scan: neither a stuffed byte nor a restart. */
function endOfScan(bytes: Uint8Array, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at !== -1; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1];
    if (next === undefined) break;
    const isOfScan = next === 0x00 || next === 0xff || (next >= 0xd0 && next <= 0xd7);
    if (!isOfScan) return at;
  }
  return bytes.length;
}
