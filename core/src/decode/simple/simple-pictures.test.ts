import { describe, expect, it } from 'vitest';
import { structureProblem } from '../raster-structure.ts';
import { readSimple } from './simple-pictures.ts';

/** Written by Pillow 13: 5 × 3 pixels of red 50x, green 100y, blue 30xy. */
const pillow = {
  bmp24:
    'Qk1mAAAAAAAAADYAAAAoAAAABQAAAAMAAAABABgAAAAAADAAAADEDgAAxA4AAAAAAAAAAAAAAMgAPMgyeMhktMiW8MjIAABkAB5kMjxkZFpklnhkyAAAAAAAADIAAGQAAJYAAMgA',
  bmp32:
    'Qk1yAAAAAAAAADYAAAAoAAAABQAAAAMAAAABACAAAAAAADwAAADEDgAAxA4AAAAAAAAAAAAAAMgA/zzIMv94yGT/tMiW//DIyP8AZAD/HmQy/zxkZP9aZJb/eGTI/wAAAP8AADL/AABk/wAAlv8AAMj/',
  bmp1: 'Qk1KAAAAAAAAAD4AAAAoAAAABQAAAAMAAAABAAEAAAAAAAwAAADEDgAAxA4AAAIAAAACAAAAAAAAAP///wAgAAAASAAAAJAAAAA=',
  gif: 'R0lGODdhBQADAIMAAMjI8JbItGTIeMhkeJZkWmRkPDLIPADIADJkHgBkAMgAAJYAAGQAADIAAAAAAAAAACwAAAAABQADAAAIFAAdNGCwQEECBAUIDDhgQEAAAAEBADs=',
  animated:
    'R0lGODlhBQADAIMAAMjI8JbItGTIeMhkeJZkWmRkPDLIPADIADJkHgBkAMgAAJYAAGQAADIAAAAAAAAAACH5BAABAAAALAAAAAAFAAMAAAgUAB00YLBAQQIEBQgMOGBAQAAAAQEAIfkEAQEADwAsAAAAAAUAAwCDAAAAERERIiIiMzMzREREVVVVZmZmd3d3iIiImZmZqqqqu7u7zMzM3d3d7u7uAAAACBQAHwQQMIBAAQMHECRQsIBBAwcBAQA7',
} as const;
const bytesOf = (name: keyof typeof pillow) =>
  Uint8Array.from(atob(pillow[name]), (letter) => letter.charCodeAt(0));
const colors = [0, 1, 2].flatMap((y) => [0, 1, 2, 3, 4].flatMap((x) => [50 * x, 100 * y, 30 * x * y]));

/** A bitmap of one row. */
function bitmap(
  width: number,
  bits: number,
  { palette = [] as number[], row = [] as number[], compression = 0 },
) {
  const offset = 54 + palette.length;
  const bytes = new Uint8Array(offset + Math.ceil(row.length / 4) * 4);
  const view = new DataView(bytes.buffer);
  bytes.set([0x42, 0x4d]);
  for (const [at, value] of [
    [10, offset],
    [14, 40],
    [18, width],
    [22, 1],
    [28, bits],
    [30, compression],
  ] as const)
    view.setUint32(at, value, true);
  bytes.set(palette, 54);
  bytes.set(row, offset);
  return bytes;
}

const rowOf = (bytes: Uint8Array) => [...readSimple(bytes, 'bmp').data];

describe('a bitmap', () => {
  it.each(['bmp24', 'bmp32'] as const)('of %s is read from its lowest row up', (name) => {
    const { width, height, data } = readSimple(bytesOf(name), 'bmp');
    expect([width, height, [...data]]).toEqual([5, 3, colors]);
  });

  it('of 1 bit is read from the highest bit of a byte on', () => {
    const { data } = readSimple(bytesOf('bmp1'), 'bmp');
    const white = Array.from({ length: 15 }, (_, pixel) => (data[pixel * 3] === 255 ? 1 : 0));
    expect(white).toEqual([1, 0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0]);
  });

  it('of 4 and 8 bits is read through its palette of blue, green and red', () => {
    const palette = [0, 0, 0, 0, 3, 2, 1, 0];
    expect(rowOf(bitmap(3, 4, { palette, row: [0x10, 0x10] }))).toEqual([1, 2, 3, 0, 0, 0, 1, 2, 3]);
    expect(rowOf(bitmap(2, 8, { palette, row: [1, 0] }))).toEqual([1, 2, 3, 0, 0, 0]);
  });

  it('of 16 bits has five of each color, or as many as its masks say', () => {
    expect(rowOf(bitmap(2, 16, { row: [0x00, 0x7c, 0xff, 0x03] }))).toEqual([255, 0, 0, 0, 255, 255]);
    const palette = [0x00, 0xf8, 0, 0, 0xe0, 0x07, 0, 0, 0x1f, 0, 0, 0];
    const masked = bitmap(2, 16, { palette, row: [0xe0, 0x07, 0x00, 0x80], compression: 3 });
    expect(rowOf(masked)).toEqual([0, 255, 0, 132, 0, 0]);
  });

  it('whose first row is the highest has a negative height', () => {
    const bytes = bytesOf('bmp24');
    new DataView(bytes.buffer).setInt32(22, -3, true);
    expect([...readSimple(bytes, 'bmp').data.subarray(0, 3)]).toEqual([0, 200, 0]);
  });

  it('is refused when truncated, compressed, or pointing beyond its palette', () => {
    expect(structureProblem(bytesOf('bmp24').subarray(0, -1), 'bmp')).toBe('corrupt_file');
    expect(structureProblem(bytesOf('bmp24').subarray(0, 20), 'bmp')).toBe('corrupt_file');
    expect(() => rowOf(bitmap(1, 8, { palette: [0, 0, 0, 0], row: [9] }))).toThrow('palette');
    for (const compression of [1, 2, 4, 5])
      expect(structureProblem(bitmap(1, 8, { row: [0, 0], compression }), 'bmp')).toBe('compressed_bitmap');
  });
});

describe('a GIF', () => {
  const bytes = bytesOf('gif');
  const dataAt = bytes.length - 23;

  it('of one picture is read through its palette', () => {
    const { width, height, data } = readSimple(bytes, 'gif');
    expect([width, height, [...data]]).toEqual([5, 3, colors]);
  });

  it('that is interlaced has its rows in four passes', () => {
    const interlaced = bytes.slice();
    // Of three rows 0 comes first, then 2, then 1.
    interlaced[dataAt - 2] = 0x40;
    const { data } = readSimple(interlaced, 'gif');
    const row = (y: number) => colors.slice(y * 15, y * 15 + 15);
    expect([...data]).toEqual([...row(0), ...row(2), ...row(1)]);
  });

  it('that holds a second picture is refused as an animation', () => {
    expect(structureProblem(bytesOf('animated'), 'gif')).toBe('animated');
  });

  it('is refused when truncated anywhere', () => {
    for (let length = 6; length < bytes.length; length++)
      expect([length, structureProblem(bytes.subarray(0, length), 'gif')]).toEqual([length, 'corrupt_file']);
  });

  it('whose codes end early, or are undefined, is refused', () => {
    const wrong = bytes.slice();
    wrong[dataAt + 3] = 0xff;
    wrong[dataAt + 4] = 0xff;
    expect(() => readSimple(wrong, 'gif')).toThrow('LZW code');
  });

  it('that claims more than the limit is refused before allocation', () => {
    const claims = bytesOf('gif');
    claims.set([0xff, 0xff, 0xff, 0xff], 6);
    expect(structureProblem(claims, 'gif')).toBe('too_large_for_format');
    expect(() => readSimple(claims, 'gif')).toThrow();
  });
});
