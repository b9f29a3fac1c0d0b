import { Damaged } from '../dicom/dataset/damaged.ts';

export interface Entry {
  readonly tag: number;
  readonly type: number;
  readonly count: number;
  /** Offset of the entry. */
  readonly at: number;
  /** Offset of its value: in the entry itself where it is `isInline`. */
  readonly valueAt: number;
  readonly valueBytes: number;
  readonly isInline: boolean;
}

/** The first directory of a file, and how its parts are long: classic TIFF or BigTIFF. */
export interface TiffDirectory {
  readonly at: number;
  readonly entries: readonly Entry[];
  readonly countLength: 2 | 8;
  readonly entryLength: 12 | 20;
  readonly nextLength: 4 | 8;
}

const bytesOfType: Readonly<Record<number, number>> = {
  ...{
    1: 1,
    2: 1,
    3: 2,
    4: 4,
    5: 8,
    6: 1,
    7: 1,
    8: 2,
    9: 4,
    10: 8,
    11: 4,
    12: 8,
    13: 4,
    16: 8,
    17: 8,
    18: 8,
  },
};
const maxEntries = 4096;

/** A TIFF in its header's byte order. Numbers are checked against the data. */
export class TiffView {
  readonly view: DataView;
  readonly isLittle: boolean;
  readonly isBig: boolean;
  readonly headLength: 8 | 16;

  constructor(readonly bytes: Uint8Array) {
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.isLittle = this.view.getUint16(0) === 0x4949;
    this.isBig = this.view.getUint16(2, this.isLittle) === 43;
    this.headLength = this.isBig ? 16 : 8;
  }

  /** An offset or count of the file's own width. */
  wide(at: number): number {
    return this.isBig
      ? Number(this.view.getBigUint64(at, this.isLittle))
      : this.view.getUint32(at, this.isLittle);
  }

  /** Whole numbers of an entry; none of any other type. */
  numbers({ type, count, valueAt }: Entry): number[] {
    const { view, isLittle } = this;
    if (type === 3) return Array.from({ length: count }, (_, i) => view.getUint16(valueAt + i * 2, isLittle));
    if (type === 4) return Array.from({ length: count }, (_, i) => view.getUint32(valueAt + i * 4, isLittle));
    if (type !== 16) return [];
    return Array.from({ length: count }, (_, i) => Number(view.getBigUint64(valueAt + i * 8, isLittle)));
  }
}

/** Throws `Damaged`, or `RangeError` where the file ends before. */
export function readDirectory(source: TiffView): TiffDirectory {
  const { view, isLittle, isBig } = source;
  const at = source.wide(isBig ? 8 : 4);
  const countLength = isBig ? 8 : 2;
  const entryLength = isBig ? 20 : 12;
  const count = isBig ? source.wide(at) : view.getUint16(at, isLittle);
  if (count > maxEntries) throw new Damaged('corrupt_file', 'too many tags');
  const first = at + countLength;
  const entries = Array.from({ length: count }, (_, i) => readEntry(source, first + i * entryLength));
  return { at, entries, countLength, entryLength, nextLength: isBig ? 8 : 4 };
}

function readEntry(source: TiffView, at: number): Entry {
  const { view, isLittle, isBig, bytes } = source;
  const tag = view.getUint16(at, isLittle);
  const type = view.getUint16(at + 2, isLittle);
  const count = source.wide(at + 4);
  const valueBytes = count * (bytesOfType[type] ?? 0);
  const inlineAt = at + (isBig ? 12 : 8);
  const isInline = valueBytes <= (isBig ? 8 : 4);
  const valueAt = isInline ? inlineAt : source.wide(inlineAt);
  if (valueAt + valueBytes > bytes.length) throw new Damaged('corrupt_file', 'value beyond the end');
  return { tag, type, count, at, valueAt, valueBytes, isInline };
}
