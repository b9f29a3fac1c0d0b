import { describe, expect, it } from 'vitest';
import { greyAttributes, writeDicom } from '../decode/dicom/write-dicom.test-support.ts';
import { sizeInHead } from './head-size.ts';

const png = Uint8Array.of(
  137,
  80,
  78,
  71,
  13,
  10,
  26,
  10,
  0,
  0,
  0,
  13,
  73,
  72,
  68,
  82,
  0,
  0,
  39,
  16,
  0,
  0,
  3,
  232,
);
const segment = (marker: number, ...content: number[]) => [0xff, marker, 0, content.length + 2, ...content];
const frame = segment(0xc2, 8, 0x03, 0xe8, 0x27, 0x10, 1, 1, 0x11, 0);

describe('the size in the head of a file', () => {
  it('is that of a PNG', () => {
    expect(sizeInHead(png)).toEqual({ width: 10_000, height: 1_000 });
  });

  it('is that of a JPEG, behind tables and filling bytes', () => {
    const bytes = [0xff, 0xd8, ...segment(0xe1, 1, 2, 3), ...segment(0xc4, 9), 0xff, ...frame];
    expect(sizeInHead(Uint8Array.from(bytes))).toEqual({ width: 10_000, height: 1_000 });
  });

  it('is that of a DICOM file', () => {
    const file = writeDicom({ ...greyAttributes(5, 3, 8), '7fe0,0010': ['OB', new Uint8Array(16)] });
    expect(sizeInHead(file)).toEqual({ width: 5, height: 3 });
  });

  it('is not guessed where the bytes end before it, or in another format', () => {
    expect(sizeInHead(png.subarray(0, 20))).toBeUndefined();
    expect(sizeInHead(Uint8Array.from([0xff, 0xd8, ...segment(0xe1, 1, 2, 3)]))).toBeUndefined();
    expect(sizeInHead(new TextEncoder().encode('GIF89a'))).toBeUndefined();
  });
});
