/** Value representations whose length field has 32 bits, as far as tests write them. */
const longVrs = ['OB', 'OW', 'OF', 'SQ', 'UN'];

export type Value = string | readonly number[] | Uint8Array | readonly Attributes[];
/** `gggg,eeee` → representation and value. */
export type Attributes = Readonly<Record<string, readonly [vr: string, value: Value]>>;

export interface Writing {
  readonly transferSyntax?: string;
  readonly isExplicit?: boolean;
  readonly isLittleEndian?: boolean;
  readonly hasPreamble?: boolean;
  /** Applied to the data set, for the deflated syntax. */
  readonly pack?: (dataset: Uint8Array) => Uint8Array;
}

/** A small DICOM file for tests: meta information and the given attributes in their order. */
export function writeDicom(attributes: Attributes, writing: Writing = {}): Uint8Array {
  const { transferSyntax = '1.2.840.10008.1.2.1', hasPreamble = true, pack = (bytes) => bytes } = writing;
  const meta = dataset({ '0002,0010': ['UI', transferSyntax] }, {});
  const body = pack(dataset(attributes, writing));
  return hasPreamble ? concat([new Uint8Array(128), ascii('DICM'), meta, body]) : body;
}

/** Encapsulated pixel data: an empty offset table and the fragments. */
export function encapsulate(...fragments: readonly Uint8Array[]): Uint8Array {
  const item = (bytes: Uint8Array) => concat([words(0xfffe, 0xe000), long(bytes.length), bytes]);
  const end = concat([words(0xfffe, 0xe0dd), long(0)]);
  return concat([item(new Uint8Array()), ...fragments.map((bytes) => item(even(bytes))), end]);
}

/** Attributes of a grey picture without its pixels. */
export function greyAttributes(columns: number, rows: number, bits: number, isSigned = false): Attributes {
  return {
    '0028,0002': ['US', [1]],
    '0028,0004': ['CS', 'MONOCHROME2'],
    '0028,0010': ['US', [rows]],
    '0028,0011': ['US', [columns]],
    '0028,0100': ['US', [bits > 8 ? 16 : 8]],
    '0028,0101': ['US', [bits]],
    '0028,0102': ['US', [bits - 1]],
    '0028,0103': ['US', [isSigned ? 1 : 0]],
  };
}

/** 16-bit words in little or big endian. */
export function wordBytes(values: readonly number[], isLittleEndian = true): Uint8Array {
  const view = new DataView(new ArrayBuffer(values.length * 2));
  values.forEach((value, i) => {
    view.setUint16(i * 2, value & 0xffff, isLittleEndian);
  });
  return new Uint8Array(view.buffer);
}

function dataset(attributes: Attributes, writing: Writing): Uint8Array {
  return concat(Object.entries(attributes).map(([tag, [vr, value]]) => element(tag, vr, value, writing)));
}

function element(tag: string, vr: string, value: Value, writing: Writing): Uint8Array {
  const { isExplicit = true, isLittleEndian = true } = writing;
  const [group = 0, number = 0] = tag.split(',').map((part) => Number.parseInt(part, 16));
  const isEncapsulated = tag === '7fe0,0010' && value instanceof Uint8Array && value[0] === 0xfe;
  const bytes = even(valueBytes(vr, value, writing), vr === 'UI' ? 0 : 32);
  const head = new DataView(new ArrayBuffer(12));
  head.setUint16(0, group, isLittleEndian);
  head.setUint16(2, number, isLittleEndian);
  const length = isEncapsulated ? 0xffffffff : bytes.length;
  const lengthAt = isExplicit && longVrs.includes(vr) ? 8 : 4;
  head.setUint32(lengthAt, length, isLittleEndian);
  if (!isExplicit) return concat([new Uint8Array(head.buffer, 0, 8), bytes]);
  head.setUint8(4, vr.charCodeAt(0));
  head.setUint8(5, vr.charCodeAt(1));
  if (lengthAt === 8) return concat([new Uint8Array(head.buffer, 0, 12), bytes]);
  head.setUint16(6, length, isLittleEndian);
  return concat([new Uint8Array(head.buffer, 0, 8), bytes]);
}

function valueBytes(vr: string, value: Value, writing: Writing): Uint8Array {
  if (value instanceof Uint8Array) return value;
  if (typeof value === 'string') return ascii(value);
  return concat(
    value.map((part) => {
      if (typeof part !== 'number') return item(dataset(part, writing), writing);
      return vr === 'FD' ? double(part) : wordBytes([part], writing.isLittleEndian ?? true);
    }),
  );
}

function item(bytes: Uint8Array, { isLittleEndian = true }: Writing): Uint8Array {
  const head = new DataView(new ArrayBuffer(8));
  head.setUint16(0, 0xfffe, isLittleEndian);
  head.setUint16(2, 0xe000, isLittleEndian);
  head.setUint32(4, bytes.length, isLittleEndian);
  return concat([new Uint8Array(head.buffer), bytes]);
}

function double(value: number): Uint8Array {
  return new Uint8Array(Float64Array.of(value).buffer);
}

function words(...values: number[]): Uint8Array {
  return wordBytes(values);
}

function long(value: number): Uint8Array {
  return new Uint8Array(Uint32Array.of(value).buffer);
}

export function ascii(text: string): Uint8Array {
  return Uint8Array.from(text, (c) => c.charCodeAt(0));
}

function even(bytes: Uint8Array, padding = 0): Uint8Array {
  return bytes.length % 2 === 0 ? bytes : concat([bytes, Uint8Array.of(padding)]);
}

export function concat(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
