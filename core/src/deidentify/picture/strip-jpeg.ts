import { type JpegSegment, jpegSegments } from '../../decode/structure/jpeg-segments.ts';
import { cleanProfile } from './clean-profile.ts';
import { concatBytes } from './concat-bytes.ts';
import { exifOrientation, orientationExif } from './orientation.ts';

const app = { jfif: 0xe0, exif: 0xe1, icc: 0xe2, adobe: 0xee } as const;
const startOfImage = 0xd8;
const numberOfLines = 0xdc;
const endOfImage = 0xd9;
/** APPn beyond those above, comments, and what the standard keeps for extensions (JPG, JPGn, RES). */
const isAside = (marker: number) =>
  (marker >= 0xe0 && marker <= 0xfe) || marker === 0xc8 || (marker >= 0x02 && marker <= 0xbf);
const iccHead = 'ICC_PROFILE\0';
const iccHeadLength = 18; // marker, length, name, number, count

/**
 * Markers that carry the picture; JFIF without thumbnail, Adobe's colour transform, colours of the profile,
 * orientation.
 */
export function stripJpeg(bytes: Uint8Array): Uint8Array[] {
  const segments = [...jpegSegments(bytes)];
  const orientation = orientationOf(bytes, segments);
  const profile = cleanProfileSegments(bytes, segments);
  const kept = segments.flatMap((segment) => {
    const whole = bytes.subarray(segment.start, segment.end);
    const isFirst = segment.start === 0 && segment.marker === startOfImage;
    if (isFirst && orientation !== 1) return [whole, exifSegment(orientation)];
    if (segment.marker === numberOfLines) return [plainNumberOfLines(whole)];
    return isAside(segment.marker) ? asideKept(segment, whole, profile) : [whole];
  });
  return segments.at(-1)?.marker === endOfImage ? kept : [...kept, Uint8Array.of(0xff, endOfImage)];
}

/** In place, for streams that stand inside another file: what would go becomes zeros. */
export function blankJpegAsides(stream: Uint8Array): void {
  for (const { marker, start, end } of jpegSegments(stream)) {
    const isAdobe = marker === app.adobe && hasName(stream, start, 'Adobe');
    if (isAside(marker) && !isAdobe) stream.fill(0, start + 4, end);
  }
}

function asideKept(
  { marker, start }: JpegSegment,
  whole: Uint8Array,
  profile: ReadonlyMap<number, Uint8Array>,
): Uint8Array[] {
  if (marker === app.jfif && hasName(whole, 0, 'JFIF\0') && whole.length >= 18) return [plainJfif(whole)];
  if (marker === app.adobe && hasName(whole, 0, 'Adobe') && whole.length >= 16) return [plainAdobe(whole)];
  const cleaned = profile.get(start);
  return cleaned ? [cleaned] : [];
}

/** Version and density; no thumbnail. */
function plainJfif(segment: Uint8Array): Uint8Array {
  const plain = segment.slice(0, 18);
  plain.set([0, 16], 2);
  plain.set([0, 0], 16);
  return plain;
}

/** DNL holds two bytes (T.81 B.2.5); readers skip what follows them. */
function plainNumberOfLines(segment: Uint8Array): Uint8Array {
  const plain = segment.slice(0, 6);
  plain.set([0, plain.length - 2], 2);
  return plain;
}

function plainAdobe(segment: Uint8Array): Uint8Array {
  const plain = segment.slice(0, 16);
  plain.set([0, 14], 2);
  return plain;
}

function orientationOf(bytes: Uint8Array, segments: readonly JpegSegment[]): number {
  const exif = segments.find(({ marker, start }) => marker === app.exif && hasName(bytes, start, 'Exif\0\0'));
  return exif ? exifOrientation(bytes.subarray(exif.start + 10, exif.end)) : 1;
}

function exifSegment(orientation: number): Uint8Array {
  const exif = orientationExif(orientation);
  const head = [0xff, app.exif, 0, exif.length + 8, 0x45, 0x78, 0x69, 0x66, 0, 0];
  return Uint8Array.from([...head, ...exif]);
}

/**
 * The segments of the profile, by where they stand, with its colours alone. A profile may be cut into
 * several.
 */
function cleanProfileSegments(
  bytes: Uint8Array,
  segments: readonly JpegSegment[],
): ReadonlyMap<number, Uint8Array> {
  const found = segments
    .filter(({ marker, start, end }) => {
      return marker === app.icc && end - start >= iccHeadLength && hasName(bytes, start, iccHead);
    })
    .sort((a, b) => (bytes[a.start + 16] ?? 0) - (bytes[b.start + 16] ?? 0));
  const pieces = found.map(({ start, end }) => bytes.subarray(start + iccHeadLength, end));
  const clean = cleanProfile(concatBytes(pieces));
  const kept = new Map<number, Uint8Array>();
  let from = 0;
  for (const { start, end } of clean ? found : []) {
    const segment = bytes.slice(start, end);
    const length = segment.length - iccHeadLength;
    segment.set((clean ?? segment).subarray(from, from + length), iccHeadLength);
    kept.set(start, segment);
    from += length;
  }
  return kept;
}

/** Whether the segment at `start` bears this name behind its marker and length. */
function hasName(bytes: Uint8Array, start: number, name: string): boolean {
  for (let i = 0; i < name.length; i++) if (bytes[start + 4 + i] !== name.charCodeAt(i)) return false;
  return true;
}
