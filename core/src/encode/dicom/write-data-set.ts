import type { DataSet, DicomValue } from './data-set.ts';
import { dictionary, isKeyword, type Keyword } from './dictionary.ts';
import { valueBytes } from './write-value.ts';

/** Representations whose length field has 32 bits (PS3.5 table 7.1-1). */
const longVrs = new Set(['OB', 'OW', 'SQ', 'UN', 'UT']);
const item = 0xfffee000;

/**
 * Explicit VR little endian (PS3.5 A.2), elements in the order of their tags, sequences with their lengths.
 */
export function writeDataSet(dataSet: DataSet): Uint8Array {
  return join(partsOf(dataSet));
}

function partsOf(dataSet: DataSet): Uint8Array[] {
  return Object.keys(dataSet)
    .filter(isKeyword)
    .toSorted((a, b) => dictionary[a][0] - dictionary[b][0])
    .flatMap((keyword) => {
      const value = dataSet[keyword];
      return value === undefined ? [] : element(keyword, value);
    });
}

function element(keyword: Keyword, value: DicomValue): Uint8Array[] {
  const [tag, vr] = dictionary[keyword];
  return writeElement(tag, vr, isItems(vr, value) ? value.flatMap(itemParts) : [valueBytes(vr, value)]);
}

/** One element of explicit representation; `parts` are its value. */
export function writeElement(tag: number, vr: string, parts: readonly Uint8Array[]): Uint8Array[] {
  const length = lengthOf(parts);
  const isLong = longVrs.has(vr);
  const head = new DataView(new ArrayBuffer(isLong ? 12 : 8));
  setTag(head, tag);
  head.setUint8(4, vr.charCodeAt(0));
  head.setUint8(5, vr.charCodeAt(1));
  if (isLong) head.setUint32(8, length, true);
  else if (length > 0xffff) throw new RangeError(`too long for ${vr}`);
  else head.setUint16(6, length, true);
  return [new Uint8Array(head.buffer), ...parts];
}

function itemParts(dataSet: DataSet): Uint8Array[] {
  const parts = partsOf(dataSet);
  const head = new DataView(new ArrayBuffer(8));
  setTag(head, item);
  head.setUint32(4, lengthOf(parts), true);
  return [new Uint8Array(head.buffer), ...parts];
}

function setTag(view: DataView, tag: number): void {
  view.setUint16(0, tag >>> 16, true);
  view.setUint16(2, tag & 0xffff, true);
}

function isItems(vr: string, value: DicomValue): value is readonly DataSet[] {
  return vr === 'SQ' && Array.isArray(value);
}

function lengthOf(parts: readonly Uint8Array[]): number {
  return parts.reduce((sum, part) => sum + part.length, 0);
}

export function join(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(lengthOf(parts));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
