import type { Box, GreyPlane, Plane } from './plane.ts';

/** Sums over the rectangle above and left of each corner: one row and one column more than the plane. */
export type IntegralImage = Plane<Float64Array>;

/** Integral image of the values, or of their squares. */
export function integralImage(plane: GreyPlane, power: 1 | 2 = 1): IntegralImage {
  const width = plane.width + 1;
  const height = plane.height + 1;
  const data = new Float64Array(width * height);
  for (let y = 1; y < height; y++) {
    let row = 0;
    for (let x = 1; x < width; x++) {
      const value = plane.data[(y - 1) * plane.width + x - 1] ?? 0;
      row += power === 1 ? value : value * value;
      data[y * width + x] = (data[(y - 1) * width + x] ?? 0) + row;
    }
  }
  return { width, height, data };
}

/** Sum over a box of whole pixels inside the plane. */
export function boxSum(integral: IntegralImage, box: Box): number {
  const top = box.y * integral.width;
  const bottom = (box.y + box.height) * integral.width;
  const left = box.x;
  const right = box.x + box.width;
  const { data } = integral;
  return (
    (data[bottom + right] ?? 0) -
    (data[top + right] ?? 0) -
    (data[bottom + left] ?? 0) +
    (data[top + left] ?? 0)
  );
}
