import { Damaged } from './damaged.ts';
import { known } from './tags.ts';
import type { TransferSyntax } from './transfer-syntax.ts';

export type Writing = Pick<TransferSyntax, 'isExplicit' | 'isLittleEndian'>;

export interface ElementHeader {
  readonly tag: number;
  readonly vr: string;
  /** As stated; `undefinedLength` where the value ends at a delimiter. */
  readonly length: number;
  /** Where the value begins. */
  readonly valueAt: number;
}

export const undefinedLength = 0xffffffff;
export const item = 0xfffee000;
export const itemEnd = 0xfffee00d;
export const sequenceEnd = 0xfffee0dd;

/** Representations whose length field has 32 bits (PS3.5 table 7.1-1). */
export const longVrs: ReadonlySet<string> = new Set('OB OD OF OL OV OW SQ SV UC UN UR UT UV'.split(' '));
/** The others of PS3.5 table 6.2-1. */
const shortVrs: ReadonlySet<string> = new Set(
  'AE AS AT CS DA DS DT FL FD IS LO LT PN SH SL SS ST TM UI UL US'.split(' '),
);

/** The default representation of an element; undefined for unused ones. */
export type ImpliedVr = (tag: number) => string | undefined;

const decodersVr: ImpliedVr = (tag) => known.get(tag)?.vr;

/**
 * The header of the element at `at`, of which 8 bytes are available. Files use unknown representations, or
 * none, on which the width of the length field depends: the interpretation behind which another element
 * follows is used. Throws `Damaged` if the header reaches beyond `end`.
 */
export function readElementHeader(
  view: DataView,
  at: number,
  end: number,
  writing: Writing,
  impliedVr: ImpliedVr = decodersVr,
): ElementHeader {
  if (!writing.isExplicit || tagAt(view, at, writing) >= item)
    return implicitHeader(view, at, writing, impliedVr);
  const vr = vrAt(view, at);
  if (shortVrs.has(vr)) return shortHeader(view, at, vr, writing);
  if (!longVrs.has(vr))
    return unknownHeader(view, at, end, writing, implicitHeader(view, at, writing, impliedVr));
  if (end - at < 12) throw new Damaged('corrupt_file', 'header beyond the end');
  return longHeader(view, at, vr, writing);
}

export function tagAt(view: DataView, at: number, { isLittleEndian }: Writing): number {
  return view.getUint16(at, isLittleEndian) * 0x10000 + view.getUint16(at + 2, isLittleEndian);
}

/** Whether the element at `at` has a representation of the standard. */
export function namesVr(view: DataView, at: number): boolean {
  if (view.byteLength - at < 6) return false;
  const vr = vrAt(view, at);
  return shortVrs.has(vr) || longVrs.has(vr);
}

function vrAt(view: DataView, at: number): string {
  return String.fromCharCode(view.getUint8(at + 4), view.getUint8(at + 5));
}

function shortHeader(view: DataView, at: number, vr: string, writing: Writing): ElementHeader {
  const length = view.getUint16(at + 6, writing.isLittleEndian);
  return { tag: tagAt(view, at, writing), vr, length, valueAt: at + 8 };
}

function longHeader(view: DataView, at: number, vr: string, writing: Writing): ElementHeader {
  const length = view.getUint32(at + 8, writing.isLittleEndian);
  return { tag: tagAt(view, at, writing), vr, length, valueAt: at + 12 };
}

/** Without a representation: what an implicit syntax writes, and some elements of careless explicit files. */
function implicitHeader(view: DataView, at: number, writing: Writing, impliedVr: ImpliedVr): ElementHeader {
  const tag = tagAt(view, at, writing);
  const vr = tag >= item ? 'UN' : (impliedVr(tag) ?? 'UN');
  return { tag, vr, length: view.getUint32(at + 4, writing.isLittleEndian), valueAt: at + 8 };
}

/** Future representations have a 32-bit length (PS3.5 7.1.2); older private ones a 16-bit one. */
function unknownHeader(
  view: DataView,
  at: number,
  end: number,
  writing: Writing,
  implicit: ElementHeader,
): ElementHeader {
  const short = shortHeader(view, at, implicit.vr, writing);
  const isReserved = view.getUint16(at + 6) === 0 && end - at >= 12;
  const named = isReserved ? [longHeader(view, at, implicit.vr, writing), short] : [short];
  const isNamed = /^[A-Z?-]{2}$/.test(vrAt(view, at));
  const readings = isNamed ? [...named, implicit] : [implicit, ...named];
  return readings.find((reading) => isFollowed(view, reading, end, writing)) ?? (isNamed ? short : implicit);
}

/** Whether the value ends at the end of the data, or before another element or a delimiter. */
function isFollowed(view: DataView, { length, valueAt }: ElementHeader, end: number, writing: Writing) {
  const next = valueAt + length;
  if (length === undefinedLength || next > end) return false;
  if (next === end) return true;
  if (end - next < 8) return false;
  const nextTag = tagAt(view, next, writing);
  return nextTag >= item ? nextTag <= sequenceEnd : namesVr(view, next);
}
