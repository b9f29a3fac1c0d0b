import { crc32 } from './checksums.ts';
import { concatBytes } from './concat-bytes.ts';

const latin = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));

function word(value: number, isLittle: boolean): Uint8Array {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, value, isLittle);
  return bytes;
}

export const pngSignature = latin('\x89PNG\r\n\x1a\n');

export function pngChunk(name: string, value: Uint8Array): Uint8Array {
  const named = concatBytes([latin(name), value]);
  return concatBytes([word(value.length, false), named, word(crc32(named), false)]);
}

/** Signature and head of a grey picture of 8 bits. */
export function pngHead(width: number, height: number): Uint8Array {
  const rest = Uint8Array.of(8, 0, 0, 0, 0);
  const value = concatBytes([word(width, false), word(height, false), rest]);
  return concatBytes([pngSignature, pngChunk('IHDR', value)]);
}

/**
 * Deflated without packing (RFC 1951 3.2.4), of up to 65,535 bytes, in a zlib stream whose sum nobody checks.
 */
export function zlibStored(bytes: Uint8Array): Uint8Array {
  const { length } = bytes;
  const head = [0x78, 0x01, 1, length & 255, length >> 8, ~length & 255, (~length >> 8) & 255];
  return concatBytes([Uint8Array.from(head), bytes, new Uint8Array(4)]);
}

/** A profile without tags. */
export function emptyProfile(bytes: number): Uint8Array {
  const profile = new Uint8Array(bytes);
  profile.set(latin('acsp'), 36);
  return profile;
}

/**
 * A little-endian TIFF of one page: long values, those of several numbers behind the directory, then its
 * pixels.
 */
export function tiffOf(
  tags: Readonly<Record<number, readonly number[]>>,
  pixels: Uint8Array = new Uint8Array(),
): Uint8Array {
  const entries = Object.entries(tags).map(([tag, values]) => ({ tag: Number(tag), values }));
  let at = 8 + 2 + entries.length * 12 + 4;
  const parts: Uint8Array[] = [];
  const directory = entries.flatMap(({ tag, values }) => {
    const place = values.length === 1 ? (values[0] ?? 0) : at;
    if (values.length > 1) {
      for (const value of values) parts.push(word(value, true));
      at += values.length * 4;
    }
    return [Uint8Array.of(tag & 255, tag >> 8, 4, 0), word(values.length, true), word(place, true)];
  });
  const head = [latin('II*\0'), word(8, true), Uint8Array.of(entries.length, 0)];
  return concatBytes([...head, ...directory, word(0, true), ...parts, pixels]);
}

export function webpChunk(name: string, value: Uint8Array): Uint8Array {
  return concatBytes([latin(name), word(value.length, true), value, new Uint8Array(value.length % 2)]);
}

export function webpOf(chunks: readonly Uint8Array[]): Uint8Array {
  const body = concatBytes([latin('WEBP'), ...chunks]);
  return concatBytes([latin('RIFF'), word(body.length, true), body]);
}

export function jpegSegment(marker: number, value: Uint8Array): Uint8Array {
  const length = value.length + 2;
  return concatBytes([Uint8Array.of(0xff, marker, length >> 8, length & 255), value]);
}
