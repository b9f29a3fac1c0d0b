import { bmpHeaders } from './simple/bmp-structure.ts';
import type { ImageFormat } from './study.ts';

/** Groups that a data set without preamble begins with: meta information, or identification. */
const firstGroups = [0x0002, 0x0008];
const explicitVr = /^(AE|AS|AT|CS|DA|DS|DT|FL|FD|IS|LO|LT|OB|OD|OF|OW|PN|SH|SL|SQ|SS|ST|TM|UI|UL|UN|US|UT)$/;

/**
 * Whether bytes without the `DICM` prefix look like a DICOM data set: a low first tag and a plausible length.
 */
function looksLikeDataset(bytes: Uint8Array): boolean {
  if (bytes.length < 16) return false;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return fits(view, true) || fits(view, false);
}

function fits(view: DataView, littleEndian: boolean): boolean {
  const group = view.getUint16(0, littleEndian);
  const element = view.getUint16(2, littleEndian);
  if (!firstGroups.includes(group) || element > 0x0100) return false;
  const vr = String.fromCharCode(view.getUint8(4), view.getUint8(5));
  if (explicitVr.test(vr)) return view.getUint16(6, littleEndian) <= view.byteLength - 8;
  return littleEndian && view.getUint32(4, true) <= Math.min(1024, view.byteLength - 8);
}

/** The detected format; `unsupported`: recognized but not read. */
export type Sniffed = ImageFormat | 'unsupported' | 'unknown';

const dicomPreamble = 128;

interface Signature {
  readonly format: Sniffed;
  readonly at: number;
  readonly magic: string;
}

/** Latin-1 magic numbers; the first that fits wins. */
const signatures: readonly Signature[] = [
  { format: 'dicom', at: dicomPreamble, magic: 'DICM' },
  { format: 'png', at: 0, magic: '\x89PNG\r\n\x1a\n' },
  { format: 'jpeg', at: 0, magic: '\xff\xd8\xff' },
  { format: 'tiff', at: 0, magic: 'II*\0' },
  { format: 'tiff', at: 0, magic: 'MM\0*' },
  { format: 'tiff', at: 0, magic: 'II+\0' },
  { format: 'tiff', at: 0, magic: 'MM\0+' },
  { format: 'webp', at: 8, magic: 'WEBP' },
  { format: 'gif', at: 0, magic: 'GIF87a' },
  { format: 'gif', at: 0, magic: 'GIF89a' },
  { format: 'bmp', at: 0, magic: 'BM' },
  { format: 'unsupported', at: 0, magic: '%PDF' },
  { format: 'unsupported', at: 0, magic: 'PK\x03\x04' },
  { format: 'unsupported', at: 0, magic: '\x1f\x8b' },
  { format: 'unsupported', at: 0, magic: '8BPS' },
  { format: 'unsupported', at: 0, magic: '\0\0\0\x0cjP  ' },
  { format: 'unsupported', at: 0, magic: '\xff\x4f\xff\x51' },
  { format: 'unsupported', at: 0, magic: '\0\0\0\x0cJXL ' },
  { format: 'unsupported', at: 0, magic: '\xff\x0a' },
  { format: 'unsupported', at: 0, magic: '\0\0\x01\0' },
  { format: 'unsupported', at: 0, magic: '<?xml' },
  { format: 'unsupported', at: 0, magic: '<svg' },
  { format: 'unsupported', at: 4, magic: 'ftyp' },
  { format: 'unsupported', at: 344, magic: 'n+1\0' },
];

/** Detects the format from the content, never from names or declared types. */
export function sniff(bytes: Uint8Array): Sniffed {
  const signature = signatures.find(({ at, magic }) => hasMagic(bytes, at, magic));
  if (signature?.format === 'webp' && !hasMagic(bytes, 0, 'RIFF')) return 'unknown';
  if (signature?.format === 'bmp' && !hasBmpHeader(bytes)) return 'unknown';
  if (signature !== undefined) return signature.format;
  return looksLikeDataset(bytes) ? 'dicom' : 'unknown';
}

function hasMagic(bytes: Uint8Array, at: number, magic: string): boolean {
  if (bytes.length < at + magic.length) return false;
  for (let i = 0; i < magic.length; i++) if (bytes[at + i] !== magic.charCodeAt(i)) return false;
  return true;
}

function hasBmpHeader(bytes: Uint8Array): boolean {
  const [length = 0, ...rest] = bytes.subarray(14, 18);
  return rest.length === 3 && rest.every((byte) => byte === 0) && bmpHeaders.has(length);
}
