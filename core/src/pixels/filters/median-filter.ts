import { type GreyPlane, greyPlane } from '../plane.ts';

/** Median of the square of side `2 radius + 1`, border repeated. Meant for radius 1 or 2. */
export function medianFilter(plane: GreyPlane, radius: number): GreyPlane {
  const { width, height, data } = plane;
  const out = greyPlane(width, height);
  const side = 2 * radius + 1;
  const values = new Float32Array(side * side);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      let n = 0;
      for (let dy = -radius; dy <= radius; dy++) {
        const row = Math.min(Math.max(y + dy, 0), height - 1) * width;
        for (let dx = -radius; dx <= radius; dx++) {
          values[n++] = data[row + Math.min(Math.max(x + dx, 0), width - 1)] ?? 0;
        }
      }
      values.sort();
      out.data[y * width + x] = values[values.length >> 1] ?? 0;
    }
  }
  return out;
}
