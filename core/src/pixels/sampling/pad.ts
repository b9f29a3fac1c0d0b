import type { GreyPlane, Mask } from '../plane.ts';

export interface Margins {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Adds margins of a constant value. */
export function pad<T extends GreyPlane | Mask>(plane: T, margins: Margins, fill = 0): T {
  const width = plane.width + margins.left + margins.right;
  const height = plane.height + margins.top + margins.bottom;
  const data =
    plane.data instanceof Float32Array ? new Float32Array(width * height) : new Uint8Array(width * height);
  data.fill(fill);
  for (let y = 0; y < plane.height; y++) {
    const row = plane.data.subarray(y * plane.width, (y + 1) * plane.width);
    data.set(row, (y + margins.top) * width + margins.left);
  }
  return { ...plane, width, height, data };
}
