import type { Plane } from '../pixels/plane.ts';

/**
 * Letters of 5 by 7 dots, a row per number, the leftmost dot the highest bit: enough for a name and a number.
 */
const letters: Readonly<Record<string, readonly number[]>> = {
  A: [14, 17, 17, 31, 17, 17, 17],
  D: [30, 17, 17, 17, 17, 17, 30],
  E: [31, 16, 16, 30, 16, 16, 31],
  J: [1, 1, 1, 1, 1, 17, 14],
  M: [17, 27, 21, 21, 17, 17, 17],
  N: [17, 25, 21, 19, 17, 17, 17],
  O: [14, 17, 17, 17, 17, 17, 14],
  R: [30, 17, 17, 30, 20, 18, 17],
  S: [15, 16, 16, 14, 1, 1, 30],
  T: [31, 4, 4, 4, 4, 4, 4],
  U: [17, 17, 17, 17, 17, 17, 14],
  1: [4, 12, 4, 4, 4, 4, 14],
  2: [14, 17, 1, 2, 4, 8, 31],
  7: [31, 1, 2, 4, 8, 8, 8],
  ' ': [0, 0, 0, 0, 0, 0, 0],
};

/** Writes text into a plane, in place, each dot a square of `scale` pixels. */
export function drawLetters(
  { width, data }: Plane,
  text: string,
  at: { x: number; y: number; scale: number; value: number },
): void {
  const { x, y, scale, value } = at;
  [...text].forEach((letter, place) => {
    for (let row = 0; row < 7 * scale; row++) {
      const dots = letters[letter]?.[Math.floor(row / scale)] ?? 0;
      for (let column = 0; column < 5 * scale; column++) {
        const isInk = (dots >> (4 - Math.floor(column / scale))) & 1;
        if (isInk) data[(y + row) * width + x + place * 6 * scale + column] = value;
      }
    }
  });
}
