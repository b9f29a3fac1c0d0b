import { type GreyPlane, greyPlane } from './plane.ts';

/** Convolution with a row kernel, then a column kernel, each of odd length; border repeated. */
export function convolveSeparable(
  plane: GreyPlane,
  horizontal: Float64Array,
  vertical: Float64Array,
): GreyPlane {
  return convolveColumns(convolveRows(plane, horizontal), vertical);
}

function convolveRows(plane: GreyPlane, kernel: Float64Array): GreyPlane {
  const { width, height } = plane;
  const radius = kernel.length >> 1;
  const out = greyPlane(width, height);
  const padded = new Float64Array(width + 2 * radius);
  for (let y = 0; y < height; y++) {
    const row = y * width;
    for (let i = 0; i < padded.length; i++) {
      padded[i] = plane.data[row + Math.min(Math.max(i - radius, 0), width - 1)] ?? 0;
    }
    for (let x = 0; x < width; x++) {
      let sum = 0;
      for (let k = 0; k < kernel.length; k++) sum += (kernel[k] ?? 0) * (padded[x + k] ?? 0);
      out.data[row + x] = sum;
    }
  }
  return out;
}

function convolveColumns(plane: GreyPlane, kernel: Float64Array): GreyPlane {
  const { width, height } = plane;
  const radius = kernel.length >> 1;
  const out = greyPlane(width, height);
  const sums = new Float64Array(width);
  for (let y = 0; y < height; y++) {
    sums.fill(0);
    for (let k = 0; k < kernel.length; k++) {
      const weight = kernel[k] ?? 0;
      const row = Math.min(Math.max(y + k - radius, 0), height - 1) * width;
      for (let x = 0; x < width; x++) sums[x] = (sums[x] ?? 0) + weight * (plane.data[row + x] ?? 0);
    }
    out.data.set(sums, y * width);
  }
  return out;
}
