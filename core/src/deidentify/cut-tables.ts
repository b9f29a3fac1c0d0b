import type { Writing } from '../decode/dicom/dataset/element-header.ts';
import { keptAttributes } from './kept-attributes.ts';
import { rawHeader } from './write-raw.ts';

type Elements = Map<number, readonly Uint8Array[]>;

/** No table has more entries (PS3.3 C.11.1.1.1). */
const maxEntries = 65_536;

/** Truncates look-up tables to the number of entries in their descriptors. */
export function cutTables(elements: Elements, writing: Writing): Elements {
  for (const [tag, [header, bytes]] of elements) {
    const value = keptAttributes.get(tag)?.value;
    if (value?.kind !== 'table' || value.descriptor === undefined || !header || !bytes) continue;
    const max = 2 * entriesOf(elements.get(value.descriptor)?.[1], writing);
    if (bytes.length > max) elements.set(tag, [headerOf(header, tag, max, writing), bytes.subarray(0, max)]);
  }
  return elements;
}

function entriesOf(descriptor: Uint8Array | undefined, { isLittleEndian }: Writing): number {
  if (!descriptor || descriptor.length < 2) return maxEntries;
  const view = new DataView(descriptor.buffer, descriptor.byteOffset, descriptor.byteLength);
  return view.getUint16(0, isLittleEndian) || maxEntries;
}

function headerOf(header: Uint8Array, tag: number, length: number, writing: Writing): Uint8Array {
  const vr = String.fromCharCode(header[4] ?? 0, header[5] ?? 0);
  return rawHeader(tag, vr, length, writing);
}
