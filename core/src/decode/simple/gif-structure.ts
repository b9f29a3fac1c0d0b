import { Damaged } from '../dicom/dataset/damaged.ts';

/** The one picture of a GIF, with what is needed to paint it on its screen. */
export interface GifPicture {
  readonly screen: { readonly width: number; readonly height: number };
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  readonly isInterlaced: boolean;
  /** Red, green and blue, 3 bytes an entry. */
  readonly palette: Uint8Array;
  readonly transparent: number | undefined;
  readonly codeSize: number;
  /** Its LZW codes, a list of sub-blocks. */
  readonly blocks: readonly Uint8Array[];
}

const block = { extension: 0x21, picture: 0x2c, trailer: 0x3b } as const;
const graphicControl = 0xf9;
const hasTable = 0x80;

/**
 * Parses the structure of a GIF (89a), no pixels yet. Comments, application blocks, texts and trailing
 * bytes are skipped. Throws `Damaged`: for a second picture `animated`, else `corrupt_file`. Linear in the
 * file.
 */
export function readGifStructure(bytes: Uint8Array): GifPicture {
  const source = new GifSource(bytes);
  const screen = { width: source.short(), height: source.short() };
  const flags = source.byte();
  source.take(2);
  const common = flags & hasTable ? source.table(flags) : undefined;
  let transparent: number | undefined;
  let picture: GifPicture | undefined;
  for (;;) {
    const kind = source.byte();
    if (kind === block.trailer) break;
    if (kind === block.extension) {
      const isControl = source.byte() === graphicControl;
      const control = source.blocks()[0];
      if (isControl && control) transparent = (control[0] ?? 0) & 1 ? control[3] : undefined;
    } else if (kind === block.picture) {
      if (picture) throw new Damaged('animated', 'a second picture');
      picture = readPicture(source, { screen, common, transparent });
    } else {
      throw new Damaged('corrupt_file', `GIF block ${kind}`);
    }
  }
  if (!picture) throw new Damaged('corrupt_file', 'a GIF without picture');
  return picture;
}

interface Around {
  readonly screen: GifPicture['screen'];
  readonly common: Uint8Array | undefined;
  readonly transparent: number | undefined;
}

function readPicture(source: GifSource, { screen, common, transparent }: Around): GifPicture {
  const [left, top, width, height] = [source.short(), source.short(), source.short(), source.short()];
  const flags = source.byte();
  const palette = flags & hasTable ? source.table(flags) : common;
  const codeSize = source.byte();
  const isInside = left + width <= screen.width && top + height <= screen.height;
  if (!palette || !isInside || codeSize < 2 || codeSize > 8)
    throw new Damaged('corrupt_file', 'picture of a GIF');
  const isInterlaced = (flags & 0x40) !== 0;
  const blocks = source.blocks();
  return { screen, left, top, width, height, isInterlaced, palette, transparent, codeSize, blocks };
}

/** Behind the signature. Throws `Damaged` at the end of the file. */
class GifSource {
  #at = 6;
  constructor(readonly bytes: Uint8Array) {}

  take(count: number): Uint8Array {
    if (this.#at + count > this.bytes.length) throw new Damaged('corrupt_file', 'end of a GIF');
    this.#at += count;
    return this.bytes.subarray(this.#at - count, this.#at);
  }

  byte(): number {
    return this.take(1)[0] ?? 0;
  }

  short(): number {
    const [low = 0, high = 0] = this.take(2);
    return low + 256 * high;
  }

  table(flags: number): Uint8Array {
    return this.take(3 * 2 ** ((flags & 7) + 1));
  }

  blocks(): Uint8Array[] {
    const found: Uint8Array[] = [];
    for (let length = this.byte(); length > 0; length = this.byte()) found.push(this.take(length));
    return found;
  }
}
