import { crc32 } from './checksums.ts';
import { concatBytes } from './concat-bytes.ts';

export function pngChunk(name: string, value: Uint8Array): Uint8Array {
  const named = concatBytes([Uint8Array.from(name, (letter) => letter.charCodeAt(0)), value]);
  return concatBytes([bigEndian(value.length), named, bigEndian(crc32(named))]);
}

export function bigEndian(value: number): Uint8Array {
  return Uint8Array.of(value >>> 24, value >>> 16, value >>> 8, value);
}
