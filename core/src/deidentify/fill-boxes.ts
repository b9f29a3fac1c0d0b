import type { Box, PlaneData } from '../pixels/plane.ts';

/**
 * Sets all samples within the boxes, in place; one or three interleaved samples per pixel. Parts outside the
 * picture are ignored.
 */
export function fillBoxes(
  picture: { readonly width: number; readonly height: number; readonly data: PlaneData },
  boxes: readonly Box[],
  value: number,
): void {
  const { width, height, data } = picture;
  const samples = data.length / (width * height);
  for (const box of boxes) {
    const left = clamp(Math.floor(box.x), width);
    const right = clamp(Math.ceil(box.x + box.width), width);
    const bottom = clamp(Math.ceil(box.y + box.height), height);
    for (let y = clamp(Math.floor(box.y), height); y < bottom; y++) {
      data.fill(value, (y * width + left) * samples, (y * width + right) * samples);
    }
  }
}

function clamp(value: number, max: number): number {
  return Math.min(Math.max(value, 0), max);
}
