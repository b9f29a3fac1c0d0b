import { Damaged } from '@second-read/core/decode/dicom/dataset/damaged';
import {
  type ElementHeader,
  item,
  itemEnd,
  namesVr,
  readElementHeader,
  sequenceEnd,
  undefinedLength,
  type Writing,
} from '@second-read/core/decode/dicom/dataset/element-header';
import { impliedVr } from './implied-vr.ts';

/** One attribute of the DICOM JSON model (PS3.18 F.2). */
export interface JsonElement {
  readonly vr: string;
  readonly Value?: readonly JsonValue[];
  readonly InlineBinary?: string;
}
export type JsonValue = string | number | null | JsonDataset | Readonly<Record<string, string>>;
/** By tag, eight hexadecimal digits in upper case. */
export type JsonDataset = { readonly [tag: string]: JsonElement };

const deepest = 16;
/** Extended offset table, float, double float and integer pixels: never part of the metadata. */
const firstPixelTag = 0x7fe00000;
/** Representations of one value, whatever it contains. */
const unsplit = new Set(['LT', 'ST', 'UR', 'UT']);
const binary = new Set(['OB', 'OD', 'OF', 'OL', 'OV', 'OW', 'UN']);
const utf8 = new TextDecoder();

/**
 * A data set up to its pixels in the DICOM JSON model. Texts are read as UTF-8: what the server writes is.
 * @throws Damaged
 */
export function dicomJson(bytes: Uint8Array, offset: number, writing: Writing): JsonDataset {
  return new JsonReader(bytes, offset, writing).read(bytes.length, 0);
}

class JsonReader {
  private readonly view: DataView;

  constructor(
    private readonly bytes: Uint8Array,
    private position: number,
    private writing: Writing,
  ) {
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  read(end: number, depth: number): JsonDataset {
    if (depth > deepest) throw new Damaged('corrupt_file', 'nested too deeply');
    const found: Record<string, JsonElement> = {};
    while (end - this.position >= 8) {
      const header = this.header(end);
      if (header.tag === itemEnd || (depth === 0 && header.tag >= firstPixelTag)) break;
      found[tagText(header.tag)] = this.element(header, end, depth);
    }
    return found;
  }

  private header(end: number): ElementHeader {
    const header = readElementHeader(this.view, this.position, end, this.writing, impliedVr);
    this.position = header.valueAt;
    return header;
  }

  private element({ tag, vr, length }: ElementHeader, end: number, depth: number): JsonElement {
    const isSequence = vr === 'SQ' || (vr === 'UN' && impliedVr(tag) === 'SQ') || length === undefinedLength;
    const valueEnd = length === undefinedLength ? end : this.position + length;
    if (valueEnd > end) throw new Damaged('corrupt_file', 'value beyond the end');
    if (isSequence) return this.sequence(vr, valueEnd, length, depth);
    const value = this.bytes.subarray(this.position, valueEnd);
    this.position = valueEnd;
    return valueElement(vr === '??' ? 'UN' : vr, value, this.writing);
  }

  /** A sequence of unknown representation is written implicitly inside (PS3.5 6.2.2). */
  private sequence(vr: string, end: number, length: number, depth: number): JsonElement {
    const outer = this.writing;
    const isNamed = vr !== 'UN' || (outer.isExplicit && namesVr(this.view, this.position + 8));
    if (!isNamed) this.writing = { isExplicit: false, isLittleEndian: true };
    const items: JsonDataset[] = [];
    while (end - this.position >= 8) {
      const { tag, length: itemLength } = this.header(end);
      if (tag === sequenceEnd) break;
      if (tag !== item) throw new Damaged('corrupt_file', 'no item where one is due');
      const itemEndsAt = itemLength === undefinedLength ? end : this.position + itemLength;
      if (itemEndsAt > end) throw new Damaged('corrupt_file', 'item beyond its sequence');
      items.push(this.read(itemEndsAt, depth + 1));
      if (itemLength !== undefinedLength) this.position = itemEndsAt;
    }
    if (length !== undefinedLength) this.position = end;
    this.writing = outer;
    return items.length > 0 ? { vr: 'SQ', Value: items } : { vr: 'SQ' };
  }
}

export function tagText(tag: number): string {
  return tag.toString(16).padStart(8, '0').toUpperCase();
}

function valueElement(vr: string, bytes: Uint8Array, { isLittleEndian }: Writing): JsonElement {
  if (bytes.length === 0) return { vr };
  if (binary.has(vr)) return { vr, InlineBinary: Buffer.from(bytes).toString('base64') };
  const numbers = numbersOf(vr, bytes, isLittleEndian);
  if (numbers) return { vr, Value: numbers };
  const text = utf8.decode(bytes).replace(/[\0 ]+$/, '');
  if (text === '') return { vr };
  if (unsplit.has(vr)) return { vr, Value: [text] };
  return { vr, Value: text.split('\\').map((each) => textValue(vr, each.replace(/^[\0 ]+|[\0 ]+$/g, ''))) };
}

function textValue(vr: string, text: string): JsonValue {
  if (text === '') return null;
  if (vr === 'PN') return nameValue(text);
  if (vr !== 'DS' && vr !== 'IS') return text;
  const number = Number(text);
  return Number.isFinite(number) ? number : null;
}

function nameValue(text: string): JsonValue {
  const groups = ['Alphabetic', 'Ideographic', 'Phonetic'];
  const written = text.split('=').map((each, at) => [groups[at] ?? '', each] as const);
  return Object.fromEntries(written.filter(([group, each]) => group !== '' && each !== ''));
}

const readers: Readonly<
  Record<string, readonly [number, (view: DataView, at: number, isLittleEndian: boolean) => number | string]>
> = {
  US: [2, (view, at, little) => view.getUint16(at, little)],
  SS: [2, (view, at, little) => view.getInt16(at, little)],
  UL: [4, (view, at, little) => view.getUint32(at, little)],
  SL: [4, (view, at, little) => view.getInt32(at, little)],
  FL: [4, (view, at, little) => view.getFloat32(at, little)],
  FD: [8, (view, at, little) => view.getFloat64(at, little)],
  AT: [
    4,
    (view, at, little) => tagText(view.getUint16(at, little) * 0x10000 + view.getUint16(at + 2, little)),
  ],
};

function numbersOf(vr: string, bytes: Uint8Array, isLittleEndian: boolean): (number | string)[] | undefined {
  const [size, read] = readers[vr] ?? [];
  if (size === undefined || read === undefined) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Array.from({ length: Math.floor(bytes.length / size) }, (_, at) =>
    read(view, at * size, isLittleEndian),
  );
}
