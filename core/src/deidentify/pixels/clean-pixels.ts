import type { ByteFilter } from './byte-filter.ts';
import { JpegFilter } from './jpeg-filter.ts';
import { Jpeg2000Filter } from './jpeg2000-filter.ts';
import { RleFilter } from './rle-filter.ts';

/** How pixel data is written, as far as cleaning it goes. */
export interface PixelLayout {
  readonly coding: 'native' | 'rle' | 'jpeg' | 'jpeg-ls' | 'jpeg-2000' | 'htj2k';
  readonly frames: number;
  /** Of one frame. */
  readonly pixels: number;
  readonly samples: number;
  readonly bitsAllocated: number;
  readonly bitsStored: number;
  readonly highBit: number;
  readonly isLittleEndian: boolean;
}

/**
 * Native pixel data with unused bits (PS3.5 8.1.1) set to zero. Parts may be of any size; they are copied
 * only if changed.
 */
export async function* cleanNative(
  parts: AsyncIterable<Uint8Array>,
  layout: PixelLayout,
): AsyncGenerator<Uint8Array> {
  const masks = sampleMasks(layout);
  if (masks.every((mask) => mask === 0xff)) {
    yield* parts;
    return;
  }
  let at = 0;
  for await (const part of parts) {
    const cleaned = new Uint8Array(part);
    for (let i = 0; i < cleaned.length; i++, at++) {
      cleaned[i] = (cleaned[i] ?? 0) & (masks[at % masks.length] ?? 0xff);
    }
    yield cleaned;
  }
}

/** For each byte of a sample, in the order of the file; packed samples have no bits to spare. */
function sampleMasks({ bitsAllocated, bitsStored, highBit, isLittleEndian }: PixelLayout): number[] {
  if (bitsAllocated % 8 !== 0 || bitsAllocated > 32 || bitsStored < 1 || highBit < bitsStored - 1)
    return [0xff];
  const masks = Array.from({ length: bitsAllocated / 8 }, (_, byte) => {
    let mask = 0;
    for (let bit = 0; bit < 8; bit++) {
      const place = byte * 8 + bit;
      if (place <= highBit && place > highBit - bitsStored) mask |= 1 << bit;
    }
    return mask;
  });
  return isLittleEndian ? masks : masks.reverse();
}

function filterOf(layout: PixelLayout): ByteFilter {
  const { coding, frames, pixels, samples } = layout;
  if (coding === 'rle') {
    const masks = sampleMasks({ ...layout, isLittleEndian: false });
    return new RleFilter(frames, pixels, Array.from({ length: samples }, () => masks).flat());
  }
  if (coding === 'jpeg-2000' || coding === 'htj2k') return new Jpeg2000Filter(frames);
  return new JpegFilter(frames, coding === 'jpeg-ls');
}

/**
 * Encapsulated pixel data, as items: whatever is not part of a picture becomes zero, and so does an invalid
 * offset table. Lengths stay. Parts may be of any size.
 */
export async function* cleanFragments(
  parts: AsyncIterable<Uint8Array>,
  layout: PixelLayout,
): AsyncGenerator<Uint8Array> {
  const filter = filterOf(layout);
  const header = new DataView(new ArrayBuffer(8));
  let inHeader = 0;
  let left = 0;
  let items = 0;
  let isTable = true;
  for await (const part of parts) {
    const cleaned = new Uint8Array(part);
    for (let i = 0; i < cleaned.length; i++) {
      const byte = cleaned[i] ?? 0;
      if (left > 0) {
        left -= 1;
        if (items > 1) cleaned[i] = filter.next(byte);
        else if (!isTable) cleaned[i] = 0;
        continue;
      }
      header.setUint8(inHeader++, byte);
      if (inHeader < 8) continue;
      inHeader = 0;
      left = header.getUint32(4, true);
      items += 1;
      isTable = left === 4 * layout.frames;
      if (items > 1) filter.beginFragment();
    }
    yield cleaned;
  }
}
