import { Damaged } from '../../decode/dicom/dataset/damaged.ts';
import { adler32 } from './checksums.ts';
import { cleanProfile } from './clean-profile.ts';
import { concatBytes } from './concat-bytes.ts';
import type { Inflate } from './inflate.ts';
import { exifOrientation, orientationExif } from './orientation.ts';
import { bigEndian, pngChunk } from './png-chunk.ts';

const signatureLength = 8;
const critical = new Set(['IHDR', 'PLTE', 'IDAT']);
/** Numbers that say how samples become colours, and the size of a pixel. */
const colourChunks = new Set(['tRNS', 'cHRM', 'gAMA', 'sRGB', 'sBIT', 'cICP', 'pHYs']);
/** Beyond any legitimate file; bounds the time for a hostile one. */
const maxChunks = 500_000;
/** Limits of a profile, which is stored unpacked: this many times its packed length, and in bytes. */
const profileExpansion = 4;
const smallProfile = 8 * 1024;

/**
 * Picture and colour chunks as they are; of EXIF the orientation, of a profile its colours; the rest goes,
 * whatever follows the end too.
 */
export function stripPng(bytes: Uint8Array, inflate: Inflate): Uint8Array[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let chunks = 0;
  let hasProfile = false;
  let hasExif = false;
  const kept: Uint8Array[] = [bytes.subarray(0, signatureLength)];
  for (let at = signatureLength; at + 12 <= bytes.length; ) {
    if (++chunks > maxChunks) throw new Damaged('corrupt_file', 'too many chunks');
    const length = view.getUint32(at);
    const end = at + 12 + length;
    const name = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
    if (end > bytes.length || name === 'IEND') break;
    const value = bytes.subarray(at + 8, end - 4);
    if (critical.has(name) || colourChunks.has(name)) kept.push(bytes.subarray(at, end));
    else if (name === 'eXIf' && !hasExif) {
      hasExif = true;
      kept.push(...exifChunk(value));
    } else if (name === 'iCCP' && !hasProfile) {
      // There is one (PNG 11.3.3.3); readers take the first.
      hasProfile = true;
      kept.push(...profileChunk(value, inflate));
    } else if (/^[A-Z]/.test(name)) throw new Damaged('corrupt_file', 'unknown critical chunk');
    at = end;
  }
  return [...kept, pngChunk('IEND', new Uint8Array())];
}

function exifChunk(exif: Uint8Array): Uint8Array[] {
  const orientation = exifOrientation(exif);
  return orientation === 1 ? [] : [pngChunk('eXIf', orientationExif(orientation))];
}

/** The profile under another name, stored uncompressed; an invalid or mostly empty one goes. */
function profileChunk(value: Uint8Array, inflate: Inflate): Uint8Array[] {
  // Name, NUL, method 0, then two bytes of zlib before the deflated profile.
  const packedAt = value.indexOf(0) + 2;
  if (packedAt < 3 || value.length < packedAt + 6) return [];
  let profile: Uint8Array | undefined;
  try {
    const limit = smallProfile + profileExpansion * value.length;
    profile = cleanProfile(inflate(value.subarray(packedAt + 2), limit));
  } catch {
    return [];
  }
  if (!profile) return [];
  const name = [0x69, 0x63, 0x63, 0, 0];
  return [pngChunk('iCCP', concatBytes([Uint8Array.from(name), zlibStored(profile)]))];
}

/** A zlib stream of stored blocks (RFC 1950, RFC 1951 3.2.4). */
function zlibStored(bytes: Uint8Array): Uint8Array {
  const parts: Uint8Array[] = [Uint8Array.of(0x78, 0x01)];
  for (let at = 0; at < bytes.length; at += 0xffff) {
    const block = bytes.subarray(at, at + 0xffff);
    const isLast = at + block.length === bytes.length ? 1 : 0;
    const { length } = block;
    parts.push(Uint8Array.of(isLast, length & 255, length >> 8, ~length & 255, (~length >> 8) & 255), block);
  }
  return concatBytes([...parts, bigEndian(adler32(bytes))]);
}
