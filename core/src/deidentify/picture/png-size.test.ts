import { describe, expect, it } from 'vitest';
import { pngDataLength } from './png-size.ts';

const lengthOf = (width: number, height: number, depth: number, colourType: number, isInterlaced = false) =>
  pngDataLength({ width, height, depth, colourType, isInterlaced });

describe('the unpacked length of a PNG', () => {
  it.each([
    ['8-bit grey', 10, 3, 8, 0, 33],
    ['1-bit grey, lines filled up to a byte', 9, 2, 1, 0, 6],
    ['4-bit palette', 3, 2, 4, 3, 6],
    ['16-bit grey with alpha', 5, 2, 16, 4, 42],
    ['8-bit RGB', 5, 2, 8, 2, 32],
    ['16-bit RGBA', 12_000, 8_000, 16, 6, 768_008_000],
  ])('%s', (_, width, height, depth, colourType, bytes) => {
    expect(lengthOf(width, height, depth, colourType)).toBe(bytes);
  });

  it.each([
    // Seven passes of 1, 1, 1, 2, 2, 4 and 4 lines, 64 pixels.
    ['8 × 8', 8, 8, 79],
    // The first pass alone.
    ['1 × 1', 1, 1, 2],
    // Passes 1, 2, 4 and 6 of one line, 1 + 1 + 2 + 4 pixels.
    ['8 × 1', 8, 1, 12],
    // Passes 1, 3, 5 and 7 of 1, 1, 2 and 4 lines of a pixel each.
    ['1 × 8', 1, 8, 16],
  ])('interlaced, %s of 8-bit grey', (_, width, height, bytes) => {
    expect(lengthOf(width, height, 8, 0, true)).toBe(bytes);
  });

  it('is unknown for a depth or colour type that does not exist', () => {
    expect(lengthOf(1, 1, 16, 3)).toBeUndefined();
    expect(lengthOf(1, 1, 8, 5)).toBeUndefined();
  });
});
