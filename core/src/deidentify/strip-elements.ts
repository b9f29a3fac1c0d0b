import { Damaged } from '../decode/dicom/dataset/damaged.ts';
import {
  type ElementHeader,
  item,
  itemEnd,
  namesVr,
  readElementHeader,
  sequenceEnd,
  undefinedLength,
  type Writing,
} from '../decode/dicom/dataset/element-header.ts';
import { known } from '../decode/dicom/dataset/tags.ts';
import { cutTables } from './cut-tables.ts';
import { keepValue } from './keep-value.ts';
import { keptAttributes, keptSequences, replacedUids } from './kept-attributes.ts';
import { rawSequence, rawText } from './write-raw.ts';

/** The decoder's limits, with fewer elements. */
const deepest = 16;
const maxElements = 300_000;
/** Float, double float and integer pixels: the last of a picture's attributes. */
const pixelTags = new Set([0x7fe00008, 0x7fe00009, 0x7fe00010]);

/** The pixel data, left where they are. */
export interface PixelElement {
  /** The element's head as it is in the file. */
  readonly header: Uint8Array;
  readonly tag: number;
  readonly vr: string;
  /** Where its value begins. */
  readonly offset: number;
  /** Undefined: fragments up to a delimiter. */
  readonly length: number | undefined;
}

type Elements = Map<number, readonly Uint8Array[]>;

/**
 * Walks a data set up to its pixel data and keeps views of what may stay. Every length is checked against
 * what is left, so the time is linear in the bytes and no allocation depends on a claimed size. Throws
 * `Damaged`.
 */
export class Stripper {
  pixels: PixelElement | undefined;
  private readonly view: DataView;
  private elementsLeft = maxElements;

  constructor(
    private readonly bytes: Uint8Array,
    private position: number,
    private writing: Writing,
    private readonly newUid: (uid: string) => string,
  ) {
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  /** The elements that stay, by tag. Sets `pixels` where there are any. */
  strip(): Elements {
    return this.readElements(this.bytes.length, 0);
  }

  private readElements(end: number, depth: number): Elements {
    const kept: Elements = new Map();
    while (end - this.position >= 8) {
      if (this.elementsLeft-- <= 0) throw new Damaged('corrupt_file', 'too many elements');
      const start = this.position;
      const { tag, vr, length } = this.readHeader(end);
      if (tag === itemEnd && depth > 0) break;
      // Stray delimiters and items are skipped, as in the decoder.
      if (tag >= item && length !== undefinedLength) {
        if (tag === item) this.skip(length, end);
        continue;
      }
      if (depth === 0 && pixelTags.has(tag)) {
        const header = this.bytes.subarray(start, this.position);
        this.pixels = {
          header,
          tag,
          vr,
          offset: this.position,
          length: length === undefinedLength ? undefined : length,
        };
        break;
      }
      const parts = this.readElement({ tag, vr, length }, end, depth);
      if (parts && !kept.has(tag)) kept.set(tag, parts);
    }
    return cutTables(kept, this.writing);
  }

  private readElement(
    { tag, vr, length }: { tag: number; vr: string; length: number },
    end: number,
    depth: number,
  ): readonly Uint8Array[] | undefined {
    const attribute = keptAttributes.get(tag);
    const stays = attribute?.value.kind === 'items';
    if (length === undefinedLength || (stays && (vr === 'SQ' || vr === 'UN')))
      return this.readSequence({ tag, vr, length, stays }, end, depth);
    const from = this.position;
    this.skip(length, end);
    if (replacedUids.has(tag)) return this.replaced(tag, from);
    if (!attribute || keptSequences.has(tag)) return undefined;
    const named = vr === 'UN' || vr === '??' ? attribute.vr : vr;
    const bytes = this.bytes.subarray(from, this.position);
    return keepValue({ tag, vr: named, bytes }, attribute, this.writing);
  }

  private skip(length: number, end: number): void {
    if (length > end - this.position) throw new Damaged('corrupt_file', 'value beyond the end');
    this.position += length;
  }

  /**
   * A sequence as it is written, or as unknown with its items implicit (PS3.5 6.2.2), or unknown in name
   * alone.
   */
  private readSequence(
    { tag, vr, length, stays }: { tag: number; vr: string; length: number; stays: boolean },
    end: number,
    depth: number,
  ): readonly Uint8Array[] | undefined {
    const valueEnd = length === undefinedLength ? end : this.position + length;
    if (valueEnd > end) throw new Damaged('corrupt_file', 'sequence beyond the end');
    const { writing } = this;
    const isNamed = vr !== 'UN' || (writing.isExplicit && namesVr(this.view, this.position + 8));
    const inside = isNamed ? writing : { isExplicit: false, isLittleEndian: true };
    const isUnsure = vr === 'UN' && length !== undefinedLength;
    const items = isUnsure
      ? this.itemsOrNone(valueEnd, depth + 1, inside)
      : this.readItems(valueEnd, depth + 1, inside);
    if (length !== undefinedLength) this.position = valueEnd;
    return stays ? rawSequence(tag, isNamed ? 'SQ' : vr, items, { ...writing, inside }) : undefined;
  }

  /** Unparsable parts of a sequence written as UN are left out, as the decoder skips them. */
  private itemsOrNone(end: number, depth: number, inside: Writing): Uint8Array[][] {
    const { writing } = this;
    try {
      return this.readItems(end, depth, inside);
    } catch (error) {
      if (!(error instanceof Damaged)) throw error;
      this.writing = writing;
      return [];
    }
  }

  private replaced(tag: number, from: number): readonly Uint8Array[] {
    const uid = String.fromCharCode(...this.bytes.subarray(from, Math.min(this.position, from + 64)));
    return rawText(tag, 'UI', this.newUid(uid.replace(/[\0 ]+$/, '')), this.writing);
  }

  private readItems(end: number, depth: number, inside: Writing): Uint8Array[][] {
    if (depth > deepest) throw new Damaged('corrupt_file', 'nested too deeply');
    const outer = this.writing;
    this.writing = inside;
    const items: Uint8Array[][] = [];
    while (end - this.position >= 8) {
      if (this.elementsLeft-- <= 0) throw new Damaged('corrupt_file', 'too many items');
      const { tag, length } = this.readHeader(end);
      if (tag === sequenceEnd) break;
      if (tag === itemEnd) continue;
      if (tag !== item) throw new Damaged('corrupt_file', 'no item where one is due');
      const itemEndsAt = length === undefinedLength ? end : this.position + length;
      if (itemEndsAt > end) throw new Damaged('corrupt_file', 'item beyond its sequence');
      items.push([...this.readElements(itemEndsAt, depth).values()].flat());
      if (length !== undefinedLength) this.position = itemEndsAt;
    }
    this.writing = outer;
    return items;
  }

  private readHeader(end: number): ElementHeader {
    const header = readElementHeader(this.view, this.position, end, this.writing, impliedVr);
    this.position = header.valueAt;
    return header;
  }
}

function impliedVr(tag: number): string | undefined {
  if (keptSequences.has(tag)) return 'SQ';
  return keptAttributes.get(tag)?.vr ?? known.get(tag)?.vr;
}
