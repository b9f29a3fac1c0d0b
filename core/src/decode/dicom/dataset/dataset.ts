import type { Attribute } from './tags.ts';

/** One value: a view of the file, not a copy. */
export interface Element {
  readonly vr: string;
  readonly bytes: Uint8Array;
  readonly items?: readonly Dataset[];
  /** Encapsulated pixel data: the offset table, then the fragments. */
  readonly fragments?: readonly Uint8Array[];
}

/** Limit of values read as text. */
const longestText = 1024;

/** The known attributes of a data set or of a sequence item. Reading a value never throws. */
export class Dataset {
  private readonly elements = new Map<Attribute, Element>();

  constructor(private readonly isLittleEndian: boolean) {}

  /** The first of duplicates counts. */
  add(name: Attribute, element: Element): void {
    if (!this.elements.has(name)) this.elements.set(name, element);
  }

  element(name: Attribute): Element | undefined {
    return this.elements.get(name);
  }

  items(name: Attribute): readonly Dataset[] {
    return this.elements.get(name)?.items ?? [];
  }

  /** Backslash-separated values, padding removed; empty values are left out. */
  texts(name: Attribute): string[] {
    return this.values(name).filter((text) => text !== '');
  }

  /** Of Specific Character Set, of which the first may be empty. */
  characterSets(): string[] {
    return this.values('specificCharacterSet');
  }

  /** All bytes of a text as one character each, unpadded: what separates values depends on its sets. */
  wholeText(name: Attribute): string | undefined {
    return withoutPadding(latin1(this.elements.get(name)?.bytes ?? new Uint8Array())) || undefined;
  }

  private values(name: Attribute): string[] {
    return latin1(this.elements.get(name)?.bytes ?? new Uint8Array())
      .split('\\')
      .map(withoutPadding);
  }

  text(name: Attribute): string | undefined {
    return this.texts(name)[0];
  }

  /**
   * Decimal or integer strings, or binary integers: whichever the element has. Invalid numbers are left out.
   */
  numbers(name: Attribute): number[] {
    const element = this.elements.get(name);
    if (element === undefined) return [];
    const values = binaryNumbers(element, this.isLittleEndian) ?? this.texts(name).map(Number);
    return values.filter((value) => Number.isFinite(value));
  }

  number(name: Attribute): number | undefined {
    return this.numbers(name)[0];
  }

  /** Elements of 16 bits in the byte order of the file. */
  words(name: Attribute): Uint16Array {
    const bytes = this.elements.get(name)?.bytes ?? new Uint8Array();
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    return Uint16Array.from({ length: bytes.length >> 1 }, (_, i) =>
      view.getUint16(i * 2, this.isLittleEndian),
    );
  }
}

function withoutPadding(text: string): string {
  return text.replace(/^[\0 ]+|[\0 ]+$/g, '');
}

function binaryNumbers({ vr, bytes }: Element, isLittleEndian: boolean): number[] | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, longestText));
  const read = (size: number, get: (at: number) => number) =>
    Array.from({ length: Math.floor(view.byteLength / size) }, (_, i) => get(i * size));
  switch (vr) {
    case 'US':
      return read(2, (at) => view.getUint16(at, isLittleEndian));
    case 'SS':
      return read(2, (at) => view.getInt16(at, isLittleEndian));
    case 'UL':
      return read(4, (at) => view.getUint32(at, isLittleEndian));
    case 'SL':
      return read(4, (at) => view.getInt32(at, isLittleEndian));
    case 'FL':
      return read(4, (at) => view.getFloat32(at, isLittleEndian));
    case 'FD':
      return read(8, (at) => view.getFloat64(at, isLittleEndian));
    default:
      return undefined;
  }
}

function latin1(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes.subarray(0, longestText)) text += String.fromCharCode(byte);
  return text;
}
