import {
  item,
  longVrs,
  sequenceEnd,
  undefinedLength,
  type Writing,
} from '../decode/dicom/dataset/element-header.ts';

/** The header of an element; items and delimiters never have a representation. */
export function rawHeader(tag: number, vr: string, length: number, writing: Writing): Uint8Array {
  const { isExplicit, isLittleEndian } = writing;
  const hasVr = isExplicit && tag < item;
  const isLong = hasVr && longVrs.has(vr);
  const view = new DataView(new ArrayBuffer(isLong ? 12 : 8));
  view.setUint16(0, tag >>> 16, isLittleEndian);
  view.setUint16(2, tag & 0xffff, isLittleEndian);
  if (hasVr) {
    view.setUint8(4, vr.charCodeAt(0));
    view.setUint8(5, vr.charCodeAt(1));
  }
  if (hasVr && !isLong) view.setUint16(6, length, isLittleEndian);
  else view.setUint32(isLong ? 8 : 4, length, isLittleEndian);
  return new Uint8Array(view.buffer);
}

/** An element of plain text; UIDs are filled up with NUL, other texts with a space. */
export function rawText(tag: number, vr: string, text: string, writing: Writing): Uint8Array[] {
  const length = text.length + (text.length % 2);
  const bytes = new Uint8Array(length).fill(vr === 'UI' ? 0 : 0x20);
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
  return [rawHeader(tag, vr, length, writing), bytes];
}

/** An element of one whole number of 16 bits. */
export function rawNumber(tag: number, value: number, writing: Writing): Uint8Array[] {
  const view = new DataView(new ArrayBuffer(2));
  view.setUint16(0, value, writing.isLittleEndian);
  return [rawHeader(tag, 'US', 2, writing), new Uint8Array(view.buffer)];
}

/** A sequence of items of undefined length, which reads the same in every writing. */
export function rawSequence(
  tag: number,
  vr: string,
  items: readonly (readonly Uint8Array[])[],
  writing: Writing & { readonly inside?: Writing },
): Uint8Array[] {
  const inside = writing.inside ?? writing;
  return [
    rawHeader(tag, vr, undefinedLength, writing),
    ...items.flatMap((parts) => [rawHeader(item, '', lengthOf(parts), inside), ...parts]),
    rawHeader(sequenceEnd, '', 0, inside),
  ];
}

export function lengthOf(parts: readonly Uint8Array[]): number {
  return parts.reduce((sum, part) => sum + part.length, 0);
}
