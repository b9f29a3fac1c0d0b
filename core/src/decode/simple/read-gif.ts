import type { RgbImage } from '../../pixels/plane.ts';
import { Damaged } from '../dicom/dataset/damaged.ts';
import { type GifPicture, readGifStructure } from './gif-structure.ts';
import { unpackLzw } from './lzw.ts';

/** First row and step of the four passes of an interlaced picture. */
const passes = [
  [0, 8],
  [4, 8],
  [2, 4],
  [1, 2],
] as const;

/** A GIF of one picture on its screen; what is transparent or not covered is black. Throws `Damaged`. */
export function readGif(bytes: Uint8Array): RgbImage {
  const picture = readGifStructure(bytes);
  const { width, height } = picture;
  const values = unpackLzw(picture.blocks, picture.codeSize, width * height);
  const screen = new Uint8Array(picture.screen.width * picture.screen.height * 3);
  let row = 0;
  for (const y of rowsOf(picture)) {
    paintRow(values.subarray(row * width, (row + 1) * width), y, { picture, screen });
    row += 1;
  }
  return { ...picture.screen, data: screen };
}

function* rowsOf({ height, isInterlaced }: GifPicture): Generator<number> {
  for (const [first, step] of isInterlaced ? passes : ([[0, 1]] as const)) {
    for (let y = first; y < height; y += step) yield y;
  }
}

function paintRow(
  values: Uint8Array,
  y: number,
  { picture, screen }: { readonly picture: GifPicture; readonly screen: Uint8Array },
): void {
  const { palette, transparent } = picture;
  let to = ((picture.top + y) * picture.screen.width + picture.left) * 3;
  for (const value of values) {
    if (value !== transparent) {
      const from = value * 3;
      if (from >= palette.length) throw new Damaged('corrupt_file', 'a value beyond the palette');
      screen[to] = palette[from] ?? 0;
      screen[to + 1] = palette[from + 1] ?? 0;
      screen[to + 2] = palette[from + 2] ?? 0;
    }
    to += 3;
  }
}
