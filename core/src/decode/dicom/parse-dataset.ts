import { Damaged } from './damaged.ts';
import { Dataset, type Element } from './dataset.ts';
import { known } from './tags.ts';
import type { TransferSyntax } from './transfer-syntax.ts';

type Writing = Pick<TransferSyntax, 'isExplicit' | 'isLittleEndian'>;

/** Representations whose length field has 32 bits (PS3.5 table 7.1-1). */
const longVrs = new Set(['OB', 'OD', 'OF', 'OL', 'OV', 'OW', 'SQ', 'SV', 'UC', 'UN', 'UR', 'UT', 'UV']);
const undefinedLength = 0xffffffff;
const item = 0xfffee000;
const itemEnd = 0xfffee00d;
const sequenceEnd = 0xfffee0dd;
const pixelData = 0x7fe00010;
/** No honest file nests deeper or has more elements; both keep a hostile one from costing time. */
const deepest = 16;
const mostElements = 1_000_000;

interface Header {
  readonly tag: number;
  readonly vr: string;
  readonly length: number;
}

/**
 * Walks a data set once, front to back, keeping views of the known attributes. Every length is held
 * against what is left, so the time is linear in the file and nothing is allocated by what a file claims.
 */
export class DatasetParser {
  private readonly view: DataView;
  private elementsLeft = mostElements;

  constructor(
    private readonly bytes: Uint8Array,
    private position: number,
    private writing: Writing,
  ) {
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  /** The data set from here to the end, or to the pixel data, which come last of what is known. */
  readAll(): Dataset {
    return this.readElements(this.bytes.length, 0);
  }

  /**
   * The data set as far as the bytes reach, at most to the pixel data: for the beginning of a file. `isWhole` says
   * whether everything before the pixel data was there.
   */
  readHead(): { readonly dataset: Dataset; readonly isWhole: boolean } {
    const dataset = new Dataset(this.writing.isLittleEndian);
    let at = this.position;
    try {
      while (this.bytes.length - this.position >= 8) {
        at = this.position;
        if (this.readElement(dataset, this.bytes.length, 0) >= pixelData) return { dataset, isWhole: true };
      }
      return { dataset, isWhole: false };
    } catch (error) {
      if (!(error instanceof Damaged)) throw error;
      return { dataset, isWhole: this.tagAt(at) >= pixelData };
    }
  }

  private tagAt(at: number): number {
    const { isLittleEndian } = this.writing;
    return this.view.getUint16(at, isLittleEndian) * 0x10000 + this.view.getUint16(at + 2, isLittleEndian);
  }

  /** File meta information: group 0002, always explicit little endian. Stands at the first other tag afterwards. */
  readMeta(): Dataset {
    const dataset = new Dataset(true);
    while (this.bytes.length - this.position >= 8 && this.view.getUint16(this.position, true) === 0x0002) {
      this.readElement(dataset, this.bytes.length, 0);
    }
    return dataset;
  }

  get offset(): number {
    return this.position;
  }

  private readElements(end: number, depth: number): Dataset {
    const dataset = new Dataset(this.writing.isLittleEndian);
    while (end - this.position >= 8) {
      const tag = this.readElement(dataset, end, depth);
      if (tag === itemEnd || (depth === 0 && tag >= pixelData)) break;
    }
    return dataset;
  }

  private readElement(dataset: Dataset, end: number, depth: number): number {
    if (this.elementsLeft-- <= 0) throw new Damaged('corrupt_file', 'too many elements');
    const header = this.readHeader(end);
    const { tag, vr, length } = header;
    if (tag === itemEnd || tag === sequenceEnd) return tag;
    const attribute = known.get(tag);
    const element = this.readValue(header, end, depth, attribute !== undefined);
    if (attribute !== undefined) {
      const named = this.writing.isExplicit && vr !== 'UN' && vr !== '??' ? vr : attribute.vr;
      dataset.add(attribute.name, { ...element, vr: named });
    } else if (length === undefinedLength && element.items === undefined && element.fragments === undefined) {
      throw new Damaged('corrupt_file', 'undefined length');
    }
    return tag;
  }

  private readHeader(end: number): Header {
    const { isExplicit, isLittleEndian } = this.writing;
    const at = this.position;
    const tag = this.tagAt(at);
    this.position = at + 8;
    if (!isExplicit || tag >= item) return this.implicitHeader(at, tag);
    const vr = String.fromCharCode(this.view.getUint8(at + 4), this.view.getUint8(at + 5));
    if (!/^[A-Z?-]{2}$/.test(vr)) return this.implicitHeader(at, tag);
    if (!longVrs.has(vr)) return { tag, vr, length: this.view.getUint16(at + 6, isLittleEndian) };
    if (end - at < 12) throw new Damaged('corrupt_file', 'header beyond the end');
    this.position = at + 12;
    return { tag, vr, length: this.view.getUint32(at + 8, isLittleEndian) };
  }

  /** Without a representation: what an implicit syntax writes, and some elements of careless explicit files. */
  private implicitHeader(at: number, tag: number): Header {
    const vr = tag >= item ? 'UN' : (known.get(tag)?.vr ?? 'UN');
    return { tag, vr, length: this.view.getUint32(at + 4, this.writing.isLittleEndian) };
  }

  private readValue({ tag, vr, length }: Header, end: number, depth: number, isKnown: boolean): Element {
    if (length === undefinedLength) {
      if (tag === pixelData) return { vr, bytes: new Uint8Array(), fragments: this.readFragments(end) };
      return { vr, bytes: new Uint8Array(), items: this.readItems(end, depth + 1, vr === 'UN') };
    }
    const start = this.position;
    if (length > end - start) throw new Damaged('corrupt_file', 'value beyond the end');
    if (vr === 'SQ' && isKnown) {
      const items = this.readItems(start + length, depth + 1, false);
      this.position = start + length;
      return { vr, bytes: new Uint8Array(), items };
    }
    this.position = start + length;
    return { vr, bytes: this.bytes.subarray(start, start + length) };
  }

  /** A sequence of unknown representation and undefined length is written implicitly (PS3.5 6.2.2). */
  private readItems(end: number, depth: number, isImplicit: boolean): Dataset[] {
    if (depth > deepest) throw new Damaged('corrupt_file', 'nested too deeply');
    const outer = this.writing;
    if (isImplicit) this.writing = { isExplicit: false, isLittleEndian: true };
    const items: Dataset[] = [];
    while (end - this.position >= 8) {
      if (this.elementsLeft-- <= 0) throw new Damaged('corrupt_file', 'too many items');
      const { tag, length } = this.readHeader(end);
      if (tag === sequenceEnd) break;
      if (tag !== item) throw new Damaged('corrupt_file', 'no item where one is due');
      const itemEndsAt = length === undefinedLength ? end : this.position + length;
      if (itemEndsAt > end) throw new Damaged('corrupt_file', 'item beyond its sequence');
      items.push(this.readElements(itemEndsAt, depth));
      if (length !== undefinedLength) this.position = itemEndsAt;
    }
    this.writing = outer;
    return items;
  }

  private readFragments(end: number): Uint8Array[] {
    const fragments: Uint8Array[] = [];
    while (end - this.position >= 8) {
      if (this.elementsLeft-- <= 0) throw new Damaged('corrupt_file', 'too many fragments');
      const { tag, length } = this.readHeader(end);
      if (tag === sequenceEnd) return fragments;
      if (tag !== item || length > end - this.position) throw new Damaged('corrupt_file', 'broken fragment');
      fragments.push(this.bytes.subarray(this.position, this.position + length));
      this.position += length;
    }
    return fragments;
  }
}
