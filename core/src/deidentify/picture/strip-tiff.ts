import { Damaged } from '../../decode/dicom/dataset/damaged.ts';
import {
  type Entry,
  readDirectory,
  type TiffDirectory,
  TiffView,
} from '../../decode/structure/tiff-directory.ts';
import { pixelRanges, type Range } from '../../decode/structure/tiff-ranges.ts';
import { cleanProfile } from './clean-profile.ts';
import { blankJpegAsides } from './strip-jpeg.ts';

/** Tags that the first page needs, all numeric (TIFF 6.0 and supplements). */
const pictureTags = new Set([
  ...[
    254, 255, 256, 257, 258, 259, 262, 266, 273, 274, 277, 278, 279, 280, 281, 282, 283, 284, 292, 293, 296,
  ],
  ...[301, 317, 318, 319, 320, 322, 323, 324, 325, 332, 334, 336, 338, 339, 340, 341, 342, 347],
  ...[512, 513, 514, 515, 517, 518, 519, 520, 521, 529, 530, 531, 532],
]);
const tag = { compression: 259, profile: 34675 };
const jpegTables = 347;
const jpegCompression = 7;

/**
 * The first page and nothing else, no byte copied more than three times: whatever in the file is not one of
 * its picture's own numbers or pixels becomes zeros, texts, EXIF, GPS, XMP, IPTC, thumbnails, further pages
 * and gaps alike. Nothing moves.
 */
export function stripTiff(bytes: Uint8Array): Uint8Array[] {
  const source = new TiffView(bytes);
  const directory = readDirectory(source);
  const clean = new Uint8Array(bytes.length);
  clean.set(bytes.subarray(0, source.headLength));
  const kept = directory.entries.filter((entry) => pictureTags.has(entry.tag));
  const values = kept.filter(({ isInline }) => !isInline);
  if (values.reduce((sum, { valueBytes }) => sum + valueBytes, 0) > bytes.length)
    throw new Damaged('corrupt_file', 'values of more than the file');
  for (const { valueAt, valueBytes } of values)
    clean.set(bytes.subarray(valueAt, valueAt + valueBytes), valueAt);
  copyPixels(source, directory, clean);
  const profile = directory.entries.find((entry) => entry.tag === tag.profile && !entry.isInline);
  if (profile && copyProfile(bytes, profile, clean)) kept.push(profile);
  writeDirectory(source, directory, kept, clean);
  return [clean];
}

function copyPixels(source: TiffView, directory: TiffDirectory, clean: Uint8Array): void {
  const { entries } = directory;
  const compression = entries.find((each) => each.tag === tag.compression);
  const isJpeg = compression !== undefined && source.numbers(compression)[0] === jpegCompression;
  const copy = ({ start, end }: Range) => {
    clean.set(source.bytes.subarray(start, end), start);
    if (isJpeg) blankJpegAsides(clean.subarray(start, end));
  };
  for (const range of pixelRanges(source, directory)) copy(range);
  const tables = entries.find((entry) => entry.tag === jpegTables && !entry.isInline);
  if (tables) blankJpegAsides(clean.subarray(tables.valueAt, tables.valueAt + tables.valueBytes));
}

function copyProfile(bytes: Uint8Array, { valueAt, valueBytes }: Entry, clean: Uint8Array): boolean {
  const profile = cleanProfile(bytes.subarray(valueAt, valueAt + valueBytes));
  if (profile) clean.set(profile, valueAt);
  return profile !== undefined;
}

/** The kept entries, closed up, and no next page. */
function writeDirectory(
  source: TiffView,
  { at, countLength, entryLength, nextLength }: TiffDirectory,
  kept: readonly Entry[],
  clean: Uint8Array,
): void {
  const view = new DataView(clean.buffer);
  if (countLength === 2) view.setUint16(at, kept.length, source.isLittle);
  else view.setBigUint64(at, BigInt(kept.length), source.isLittle);
  let next = at + countLength;
  for (const entry of kept) {
    clean.set(source.bytes.subarray(entry.at, entry.at + entryLength), next);
    next += entryLength;
  }
  clean.fill(0, next, next + nextLength);
}
