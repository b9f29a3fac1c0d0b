import type { GreyPlane, Mask } from '../plane.ts';

/** Mirrors left and right. */
export function flipHorizontal<T extends GreyPlane | Mask>(plane: T): T {
  const data = plane.data.slice();
  for (let y = 0; y < plane.height; y++) data.subarray(y * plane.width, (y + 1) * plane.width).reverse();
  return { ...plane, data };
}
