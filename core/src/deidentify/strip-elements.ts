import { Damaged } from '../decode/dicom/damaged.ts';
import { known } from '../decode/dicom/tags.ts';
import { cutTables } from './cut-tables.ts';
import { keepValue } from './keep-value.ts';
import { keptAttributes, keptSequences, replacedUids } from './kept-attributes.ts';
import {
  item,
  itemEnd,
  longVrs,
  rawSequence,
  rawText,
  sequenceEnd,
  undefinedLength,
  type Writing,
} from './write-raw.ts';

/** As the decoder's, but for the number of elements: these are walked while others wait. */
const deepest = 16;
const mostElements = 300_000;
/** Float, double float and integer pixels: the last of a picture's attributes. */
const pixelTags = new Set([0x7fe00008, 0x7fe00009, 0x7fe00010]);

/** The pixel data, left where they are. */
export interface PixelElement {
  /** The element's head as it stands in the file. */
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
 * Walks a data set up to its pixel data and keeps views of what may stay. Every length is held against what is
 * left, so the time is linear in the bytes and nothing is allocated by what a file claims. Throws `Damaged`.
 */
export class Stripper {
  pixels: PixelElement | undefined;
  private readonly view: DataView;
  private elementsLeft = mostElements;

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
      if (tag === itemEnd || tag === sequenceEnd) break;
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
      // An item outside of a sequence is stepped over, as the decoder does.
      if (depth === 0 && tag > 0x7fe00010 && tag !== item) break;
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
    const isUnknown = vr === 'UN';
    if (length === undefinedLength || (vr === 'SQ' && stays)) {
      const valueEnd = length === undefinedLength ? end : this.position + length;
      if (valueEnd > end) throw new Damaged('corrupt_file', 'sequence beyond the end');
      const { writing } = this;
      const inside = isUnknown ? { isExplicit: false, isLittleEndian: true } : writing;
      const items = this.readItems(valueEnd, depth + 1, inside);
      if (length !== undefinedLength) this.position = valueEnd;
      return stays ? rawSequence(tag, vr, items, { ...writing, inside }) : undefined;
    }
    if (length > end - this.position) throw new Damaged('corrupt_file', 'value beyond the end');
    const from = this.position;
    this.position += length;
    if (replacedUids.has(tag)) return this.replaced(tag, from);
    // A sequence in disguise may hold anything; the decoder does not look into it either.
    if (!attribute || keptSequences.has(tag)) return undefined;
    const named = isUnknown || vr === '??' ? attribute.vr : vr;
    const bytes = this.bytes.subarray(from, this.position);
    return keepValue({ tag, vr: named, bytes }, attribute, this.writing);
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
      if (tag !== item) throw new Damaged('corrupt_file', 'no item where one is due');
      const itemEndsAt = length === undefinedLength ? end : this.position + length;
      if (itemEndsAt > end) throw new Damaged('corrupt_file', 'item beyond its sequence');
      items.push([...this.readElements(itemEndsAt, depth).values()].flat());
      if (length !== undefinedLength) this.position = itemEndsAt;
    }
    this.writing = outer;
    return items;
  }

  private readHeader(end: number): { tag: number; vr: string; length: number } {
    const { isExplicit, isLittleEndian } = this.writing;
    const at = this.position;
    const tag =
      this.view.getUint16(at, isLittleEndian) * 0x10000 + this.view.getUint16(at + 2, isLittleEndian);
    this.position = at + 8;
    const vr = String.fromCharCode(this.view.getUint8(at + 4), this.view.getUint8(at + 5));
    if (!isExplicit || tag >= item || !/^[A-Z?-]{2}$/.test(vr)) {
      const implied = keptSequences.has(tag)
        ? 'SQ'
        : (keptAttributes.get(tag)?.vr ?? known.get(tag)?.vr ?? 'UN');
      return { tag, vr: implied, length: this.view.getUint32(at + 4, isLittleEndian) };
    }
    if (!longVrs.has(vr)) return { tag, vr, length: this.view.getUint16(at + 6, isLittleEndian) };
    if (end - at < 12) throw new Damaged('corrupt_file', 'header beyond the end');
    this.position = at + 12;
    return { tag, vr, length: this.view.getUint32(at + 8, isLittleEndian) };
  }
}
