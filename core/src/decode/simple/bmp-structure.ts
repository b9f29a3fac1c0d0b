import { Damaged } from '../dicom/dataset/damaged.ts';

/** What is needed to read the rows of a bitmap. */
export interface BmpPicture {
  readonly width: number;
  readonly height: number;
  /** Whether rows are stored top down; usually they are bottom up. */
  readonly isTopDown: boolean;
  readonly bits: number;
  /** Blue, green, red and, but for the oldest, a spare byte; empty from 16 bits on. */
  readonly palette: { readonly bytes: Uint8Array; readonly entryLength: 3 | 4 };
  /** Of red, green and blue within a value of 16 or 32 bits. */
  readonly masks: readonly [number, number, number];
  readonly rowLength: number;
  readonly rows: Uint8Array;
}

const fileHead = 14;
const oldHeader = 12;
const compressions = { none: 0, bitFields: 3, alphaBitFields: 6 } as const;
const bitCounts = new Set([1, 4, 8, 16, 24, 32]);

/** Header lengths that identify a bitmap; `BM` alone also begins many texts. */
export const bmpHeaders: ReadonlySet<number> = new Set([oldHeader, 40, 52, 56, 108, 124]);

/**
 * Parses the structure of a bitmap. Throws `Damaged`: `compressed_bitmap` for run lengths and packed
 * pictures, else `corrupt_file`.
 */
export function readBmpStructure(bytes: Uint8Array): BmpPicture {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    return structureOf(bytes, view);
  } catch (error) {
    throw error instanceof RangeError ? new Damaged('corrupt_file', 'end of a bitmap') : error;
  }
}

function structureOf(bytes: Uint8Array, view: DataView): BmpPicture {
  const header = view.getUint32(fileHead, true);
  const isOld = header === oldHeader;
  const width = isOld ? view.getUint16(18, true) : view.getInt32(18, true);
  const signedHeight = isOld ? view.getUint16(20, true) : view.getInt32(22, true);
  const bits = view.getUint16(isOld ? 24 : 28, true);
  const compression = isOld ? compressions.none : view.getUint32(30, true);
  const height = Math.abs(signedHeight);
  if (!bmpHeaders.has(header) || !bitCounts.has(bits) || width < 1 || height < 1)
    throw new Damaged('corrupt_file', 'header of a bitmap');
  const hasMasks = compression === compressions.bitFields || compression === compressions.alphaBitFields;
  if (compression !== compressions.none && !hasMasks) throw new Damaged('compressed_bitmap', 'compression');
  const rowLength = Math.ceil((width * bits) / 32) * 4;
  const at = view.getUint32(10, true);
  const rows = bytes.subarray(at, at + rowLength * height);
  if (at < fileHead + header || rows.length < rowLength * height)
    throw new Damaged('corrupt_file', 'rows of a bitmap');
  const picture = { width, height, isTopDown: signedHeight < 0, bits, rowLength, rows };
  return { ...picture, palette: paletteOf(bytes, view, bits), masks: masksOf(view, bits, hasMasks) };
}

function paletteOf(bytes: Uint8Array, view: DataView, bits: number): BmpPicture['palette'] {
  const header = view.getUint32(fileHead, true);
  const entryLength = header === oldHeader ? 3 : 4;
  if (bits > 8) return { bytes: new Uint8Array(), entryLength };
  const used = header === oldHeader ? 0 : view.getUint32(46, true);
  const entries = Math.min(2 ** bits, used || 2 ** bits);
  const start = fileHead + header;
  const end = Math.min(start + entries * entryLength, view.getUint32(10, true));
  return { bytes: bytes.subarray(start, end), entryLength };
}

function masksOf(view: DataView, bits: number, hasMasks: boolean): BmpPicture['masks'] {
  if (hasMasks && (bits === 16 || bits === 32))
    return [view.getUint32(54, true), view.getUint32(58, true), view.getUint32(62, true)];
  return bits === 16 ? [0x7c00, 0x03e0, 0x001f] : [0xff0000, 0x00ff00, 0x0000ff];
}
