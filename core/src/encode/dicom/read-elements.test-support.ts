import { dictionary, isKeyword } from './dictionary.ts';

/** Keyword → text, numbers or items, as a reader that shares nothing with the writer finds them. */
export interface Read {
  readonly [keyword: string]: string | number[] | Uint8Array | Read[];
}

const keywords = new Map<number, string>(
  Object.keys(dictionary)
    .filter(isKeyword)
    .map((keyword) => [dictionary[keyword][0], keyword] as const),
);
const longVrs = ['OB', 'OW', 'SQ', 'UN', 'UT'];

/**
 * Reads a Part 10 file in explicit little endian; fails where a length, an order or an odd length is wrong.
 */
export function readElements(file: Uint8Array): { meta: Read; dataSet: Read } {
  const mark = String.fromCharCode(...file.subarray(128, 132));
  if (mark !== 'DICM') throw new Error('no DICM');
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const metaEnd = 144 + view.getUint32(140, true);
  return { meta: read(file.subarray(132, metaEnd)), dataSet: read(file.subarray(metaEnd)) };
}

function read(bytes: Uint8Array): Read {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const found: Record<string, Read[string]> = {};
  let last = -1;
  for (let at = 0; at < bytes.length; ) {
    const tag = view.getUint16(at, true) * 0x10000 + view.getUint16(at + 2, true);
    if (tag <= last) throw new Error('elements out of order');
    last = tag;
    const vr = String.fromCharCode(view.getUint8(at + 4), view.getUint8(at + 5));
    const isLong = longVrs.includes(vr);
    const length = isLong ? view.getUint32(at + 8, true) : view.getUint16(at + 6, true);
    const start = at + (isLong ? 12 : 8);
    if (length % 2 !== 0 || start + length > bytes.length)
      throw new Error(`a wrong length at ${tag.toString(16)}`);
    found[keywords.get(tag) ?? tag.toString(16).padStart(8, '0')] = value(
      vr,
      bytes.subarray(start, start + length),
    );
    at = start + length;
  }
  return found;
}

function value(vr: string, bytes: Uint8Array): Read[string] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (vr === 'SQ') return items(bytes);
  if (vr === 'OB' || vr === 'OW') return bytes;
  if (vr === 'US') return Array.from({ length: bytes.length / 2 }, (_, i) => view.getUint16(i * 2, true));
  if (vr === 'UL') return Array.from({ length: bytes.length / 4 }, (_, i) => view.getUint32(i * 4, true));
  if (vr === 'FL') return Array.from({ length: bytes.length / 4 }, (_, i) => view.getFloat32(i * 4, true));
  if (vr === 'AT') return Array.from({ length: bytes.length / 2 }, (_, i) => view.getUint16(i * 2, true));
  return utf8Text(bytes).replace(/[\0 ]+$/, '');
}

/** Throws where the bytes are not UTF-8. */
function utf8Text(bytes: Uint8Array): string {
  return decodeURIComponent(Array.from(bytes, (byte) => `%${byte.toString(16).padStart(2, '0')}`).join(''));
}

function items(bytes: Uint8Array): Read[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const found: Read[] = [];
  for (let at = 0; at < bytes.length; ) {
    if (view.getUint32(at, true) !== 0xe000fffe) throw new Error('no item');
    const length = view.getUint32(at + 4, true);
    found.push(read(bytes.subarray(at + 8, at + 8 + length)));
    at += 8 + length;
  }
  return found;
}

/** All content items of a structured report as lines: depth, relationship, type, concept, value. */
export function contentLines(item: Read, depth = 0): string[] {
  const text = (each: Read[string] | undefined) => (typeof each === 'string' ? each : '');
  const list = (each: Read[string] | undefined): Read[] =>
    Array.isArray(each) ? each.filter((entry) => typeof entry !== 'number') : [];
  const [concept] = list(item.ConceptNameCodeSequence);
  const [code] = list(item.ConceptCodeSequence);
  const [measured] = list(item.MeasuredValueSequence);
  const [unit] = list(measured?.MeasurementUnitsCodeSequence);
  const [image] = list(item.ReferencedSOPSequence);
  const values = [
    text(code?.CodeValue),
    text(item.TextValue),
    text(measured?.NumericValue),
    text(unit?.CodeValue),
    text(image?.ReferencedSOPInstanceUID),
  ];
  const line = [text(item.RelationshipType), text(item.ValueType), text(concept?.CodeMeaning), ...values];
  return [
    `${'  '.repeat(depth)}${line.filter((part) => part !== '').join(' | ')}`,
    ...list(item.ContentSequence).flatMap((child) => contentLines(child, depth + 1)),
  ];
}
