import type { GreyPlane, Mask } from '../plane.ts';
import { flipHorizontal, flipVertical } from './flip.ts';

/** Turns clockwise by `quarters` times 90 degrees; negative turns back. */
export function rotate90<T extends GreyPlane | Mask>(plane: T, quarters: number): T {
  const turns = ((quarters % 4) + 4) % 4;
  if (turns === 1) return flipHorizontal(transpose(plane));
  if (turns === 2) return flipHorizontal(flipVertical(plane));
  if (turns === 3) return flipVertical(transpose(plane));
  return { ...plane, data: plane.data.slice() };
}

/** Swaps rows and columns. */
export function transpose<T extends GreyPlane | Mask>(plane: T): T {
  const { width, height } = plane;
  const data = plane.data.slice();
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) data[x * height + y] = plane.data[y * width + x] ?? 0;
  }
  return { ...plane, width: height, height: width, data };
}
