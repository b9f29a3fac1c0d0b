import type { RgbImage } from '../../pixels/plane.ts';
import { Damaged } from '../dicom/dataset/damaged.ts';
import { type BmpPicture, readBmpStructure } from './bmp-structure.ts';

/**
 * An uncompressed bitmap of 1, 4, 8, 16, 24 or 32 bits. The alpha of 32 is not read: most writers leave it
 * empty.
 */
export function readBmp(bytes: Uint8Array): RgbImage {
  const picture = readBmpStructure(bytes);
  const { width, height, isTopDown, rowLength } = picture;
  const data = new Uint8Array(width * height * 3);
  const read = picture.bits <= 8 ? readIndexed : picture.bits === 24 ? readBytes : readMasked;
  for (let y = 0; y < height; y++) {
    const at = (isTopDown ? y : height - 1 - y) * rowLength;
    const to = data.subarray(y * width * 3, (y + 1) * width * 3);
    read(picture.rows.subarray(at, at + rowLength), to, picture);
  }
  return { width, height, data };
}

/** The leftmost value is in the highest bits of a byte. */
function readIndexed(row: Uint8Array, to: Uint8Array, { width, bits, palette }: BmpPicture): void {
  const [perByte, mask] = [8 / bits, 2 ** bits - 1];
  for (let x = 0; x < width; x++) {
    const byte = row[Math.floor(x / perByte)] ?? 0;
    const value = (byte >> (8 - bits * ((x % perByte) + 1))) & mask;
    const from = value * palette.entryLength;
    if (from + 3 > palette.bytes.length) throw new Damaged('corrupt_file', 'a value beyond the palette');
    for (let channel = 0; channel < 3; channel++)
      to[x * 3 + channel] = palette.bytes[from + 2 - channel] ?? 0;
  }
}

function readBytes(row: Uint8Array, to: Uint8Array): void {
  for (let at = 0; at < to.length; at += 3) {
    to[at] = row[at + 2] ?? 0;
    to[at + 1] = row[at + 1] ?? 0;
    to[at + 2] = row[at] ?? 0;
  }
}

function readMasked(row: Uint8Array, to: Uint8Array, { width, bits, masks }: BmpPicture): void {
  const view = new DataView(row.buffer, row.byteOffset, row.byteLength);
  // Lowest bit and maximum of each mask, for scaling to 8 bits.
  const parts = masks.map((mask) => {
    const unit = mask === 0 ? 1 : mask & -mask;
    return { mask, unit: unit >>> 0, max: (mask >>> 0) / (unit >>> 0) };
  });
  for (let x = 0; x < width; x++) {
    const value = bits === 16 ? view.getUint16(x * 2, true) : view.getUint32(x * 4, true);
    parts.forEach(({ mask, unit, max }, channel) => {
      const part = ((value & mask) >>> 0) / unit;
      to[x * 3 + channel] = max === 0 ? 0 : Math.round((255 * Math.min(part, max)) / max);
    });
  }
}
