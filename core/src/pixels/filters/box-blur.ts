import { type GreyPlane, greyPlane } from '../plane.ts';
import { crop } from '../sampling/crop.ts';

/** Mean of the square of side `2 radius + 1`, border repeated. The time does not grow with the radius. */
export function boxBlur(plane: GreyPlane, radius: number): GreyPlane {
  return boxBlurPasses(plane, [radius]);
}

/** Several box means after each other, one per radius; the border is repeated once, before the first. */
export function boxBlurPasses(plane: GreyPlane, radii: readonly number[]): GreyPlane {
  const margin = radii.slice(1).reduce((sum, radius) => sum + radius, 0);
  const wide = repeatBorder(plane, margin);
  const between = greyPlane(wide.width, wide.height);
  for (const radius of radii) {
    boxRows(wide, radius, between.data);
    boxColumns(between, radius, wide.data);
  }
  return crop(wide, { x: margin, y: margin, width: plane.width, height: plane.height });
}

function repeatBorder(plane: GreyPlane, margin: number): GreyPlane {
  const { width, height, data } = plane;
  const out = greyPlane(width + 2 * margin, height + 2 * margin);
  for (let y = 0; y < out.height; y++) {
    const start = Math.min(Math.max(y - margin, 0), height - 1) * width;
    const row = out.data.subarray(y * out.width, (y + 1) * out.width);
    row.fill(data[start] ?? 0, 0, margin);
    row.set(data.subarray(start, start + width), margin);
    row.fill(data[start + width - 1] ?? 0, margin + width);
  }
  return out;
}

function boxRows({ width, height, data }: GreyPlane, radius: number, out: Float32Array): void {
  const share = 1 / (2 * radius + 1);
  for (let y = 0; y < height; y++) {
    const row = y * width;
    let sum = 0;
    for (let i = -radius; i <= radius; i++) sum += data[row + Math.min(Math.max(i, 0), width - 1)] ?? 0;
    for (let x = 0; x < width; x++) {
      out[row + x] = sum * share;
      sum +=
        (data[row + Math.min(x + radius + 1, width - 1)] ?? 0) - (data[row + Math.max(x - radius, 0)] ?? 0);
    }
  }
}

function boxColumns({ width, height, data }: GreyPlane, radius: number, out: Float32Array): void {
  const share = 1 / (2 * radius + 1);
  const sums = new Float64Array(width);
  for (let i = -radius; i <= radius; i++) {
    const row = Math.min(Math.max(i, 0), height - 1) * width;
    for (let x = 0; x < width; x++) sums[x] = (sums[x] ?? 0) + (data[row + x] ?? 0);
  }
  for (let y = 0; y < height; y++) {
    const entering = Math.min(y + radius + 1, height - 1) * width;
    const leaving = Math.max(y - radius, 0) * width;
    for (let x = 0; x < width; x++) {
      const sum = sums[x] ?? 0;
      out[y * width + x] = sum * share;
      sums[x] = sum + (data[entering + x] ?? 0) - (data[leaving + x] ?? 0);
    }
  }
}
