import { Damaged } from './damaged.ts';
import { Dataset, type Element } from './dataset.ts';
import {
  type ElementHeader,
  item,
  itemEnd,
  namesVr,
  readElementHeader,
  sequenceEnd,
  tagAt,
  undefinedLength,
  type Writing,
} from './element-header.ts';
import { known } from './tags.ts';

const pixelData = 0x7fe00010;
/** Float, double float and integer pixels: the last attributes read. */
const pixelTags: ReadonlySet<number> = new Set([0x7fe00008, 0x7fe00009, pixelData]);
/** Limits of nesting and elements, beyond any legitimate file. */
const deepest = 16;
const maxElements = 1_000_000;

/**
 * Walks a data set once, front to back, keeping views of the known attributes. Every length is checked
 * against what is left, so the time is linear in the file and no allocation depends on a claimed size.
 */
export class DatasetParser {
  private readonly view: DataView;
  private elementsLeft = maxElements;

  constructor(
    private readonly bytes: Uint8Array,
    private position: number,
    private writing: Writing,
  ) {
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  /** The data set from here to its pixel data, else to the end. */
  readAll(): Dataset {
    return this.readElements(this.bytes.length, 0);
  }

  /**
   * The data set as far as the bytes reach, at most to the pixel data: for the beginning of a file. `isWhole`
   * says whether everything before the pixel data was there.
   */
  readHead(): { readonly dataset: Dataset; readonly isWhole: boolean } {
    const dataset = new Dataset(this.writing.isLittleEndian);
    let at = this.position;
    try {
      while (this.bytes.length - this.position >= 8) {
        at = this.position;
        if (pixelTags.has(this.readElement(dataset, this.bytes.length, 0))) return { dataset, isWhole: true };
      }
      return { dataset, isWhole: false };
    } catch (error) {
      if (!(error instanceof Damaged)) throw error;
      return { dataset, isWhole: pixelTags.has(tagAt(this.view, at, this.writing)) };
    }
  }

  /**
   * File meta information: group 0002, always explicit little endian. Stops at the first other tag
   * afterwards.
   */
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
      if (depth > 0 ? tag === itemEnd : pixelTags.has(tag)) break;
    }
    return dataset;
  }

  private readElement(dataset: Dataset, end: number, depth: number): number {
    if (this.elementsLeft-- <= 0) throw new Damaged('corrupt_file', 'too many elements');
    const header = this.readHeader(end);
    const { tag, vr, length } = header;
    if (tag === itemEnd || tag === sequenceEnd) return tag;
    const attribute = known.get(tag);
    const element = this.readValue(header, end, depth, attribute?.vr);
    if (attribute !== undefined) {
      const named = this.writing.isExplicit && vr !== 'UN' && vr !== '??' ? vr : attribute.vr;
      dataset.add(attribute.name, { ...element, vr: named });
    } else if (length === undefinedLength && element.items === undefined && element.fragments === undefined) {
      throw new Damaged('corrupt_file', 'undefined length');
    }
    return tag;
  }

  private readHeader(end: number): ElementHeader {
    const header = readElementHeader(this.view, this.position, end, this.writing);
    this.position = header.valueAt;
    return header;
  }

  private readValue(
    { tag, vr, length }: ElementHeader,
    end: number,
    depth: number,
    knownVr: string | undefined,
  ): Element {
    if (length === undefinedLength) {
      if (tag === pixelData) return { vr, bytes: new Uint8Array(), fragments: this.readFragments(end) };
      return { vr, bytes: new Uint8Array(), items: this.readItems(end, depth + 1, vr === 'UN') };
    }
    const start = this.position;
    if (length > end - start) throw new Damaged('corrupt_file', 'value beyond the end');
    if (knownVr === 'SQ' && (vr === 'SQ' || vr === 'UN')) {
      const items =
        vr === 'SQ'
          ? this.readItems(start + length, depth + 1, false)
          : this.itemsOfUnknown(start + length, depth + 1);
      this.position = start + length;
      return { vr, bytes: new Uint8Array(), items };
    }
    this.position = start + length;
    return { vr, bytes: this.bytes.subarray(start, start + length) };
  }

  /** A known sequence written as UN with its length; unparsable parts are skipped. */
  private itemsOfUnknown(end: number, depth: number): Dataset[] {
    const outer = this.writing;
    try {
      return this.readItems(end, depth, true);
    } catch (error) {
      if (!(error instanceof Damaged)) throw error;
      this.writing = outer;
      return [];
    }
  }

  private readItems(end: number, depth: number, isUnknown: boolean): Dataset[] {
    if (depth > deepest) throw new Damaged('corrupt_file', 'nested too deeply');
    const outer = this.writing;
    if (isUnknown) this.writing = this.writingOfUnknown();
    const items: Dataset[] = [];
    while (end - this.position >= 8) {
      if (this.elementsLeft-- <= 0) throw new Damaged('corrupt_file', 'too many items');
      const { tag, length } = this.readHeader(end);
      if (tag === sequenceEnd) break;
      if (tag === itemEnd) continue;
      if (tag !== item) throw new Damaged('corrupt_file', 'no item where one is due');
      const itemEndsAt = length === undefinedLength ? end : this.position + length;
      if (itemEndsAt > end) throw new Damaged('corrupt_file', 'item beyond its sequence');
      items.push(this.readElements(itemEndsAt, depth));
      if (length !== undefinedLength) this.position = itemEndsAt;
    }
    this.writing = outer;
    return items;
  }

  /**
   * A sequence of unknown representation and undefined length is written implicitly (PS3.5 6.2.2), which some
   * writers of explicit files forget: its first element tells.
   */
  private writingOfUnknown(): Writing {
    const firstElement = this.position + 8;
    if (this.writing.isExplicit && namesVr(this.view, firstElement)) return this.writing;
    return { isExplicit: false, isLittleEndian: true };
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
