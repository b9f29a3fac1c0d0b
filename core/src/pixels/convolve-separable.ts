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
  const even = isEven(kernel);
  for (let y = 0; y < height; y++) {
    const row = y * width;
    for (let i = 0; i < padded.length; i++) {
      padded[i] = plane.data[row + Math.min(Math.max(i - radius, 0), width - 1)] ?? 0;
    }
    for (let x = 0; x < width; x++) {
      const centre = x + radius;
      let sum = (kernel[radius] ?? 0) * (padded[centre] ?? 0);
      if (even) {
        for (let k = 1; k <= radius; k++) {
          sum += (kernel[radius + k] ?? 0) * ((padded[centre - k] ?? 0) + (padded[centre + k] ?? 0));
        }
      } else {
        for (let k = 1; k <= radius; k++) {
          sum += (kernel[radius - k] ?? 0) * (padded[centre - k] ?? 0);
          sum += (kernel[radius + k] ?? 0) * (padded[centre + k] ?? 0);
        }
      }
      out.data[row + x] = sum;
    }
  }
  return out;
}

/** Whether a kernel reads the same from both ends: then two pixels share each multiplication. */
function isEven(kernel: Float64Array): boolean {
  return kernel.every((weight, k) => weight === kernel[kernel.length - 1 - k]);
}

function convolveColumns(plane: GreyPlane, kernel: Float64Array): GreyPlane {
  const { width, height, data } = plane;
  const radius = kernel.length >> 1;
  const out = greyPlane(width, height);
  const sums = new Float64Array(width);
  const even = isEven(kernel);
  const rowAt = (y: number) => Math.min(Math.max(y, 0), height - 1) * width;
  for (let y = 0; y < height; y++) {
    const middle = kernel[radius] ?? 0;
    for (let x = 0; x < width; x++) sums[x] = middle * (data[y * width + x] ?? 0);
    for (let k = 1; k <= radius; k++) {
      const above = rowAt(y - k);
      const below = rowAt(y + k);
      const first = kernel[radius - k] ?? 0;
      const second = kernel[radius + k] ?? 0;
      if (even) {
        for (let x = 0; x < width; x++) {
          sums[x] = (sums[x] ?? 0) + second * ((data[above + x] ?? 0) + (data[below + x] ?? 0));
        }
      } else {
        for (let x = 0; x < width; x++) {
          sums[x] = (sums[x] ?? 0) + first * (data[above + x] ?? 0) + second * (data[below + x] ?? 0);
        }
      }
    }
    out.data.set(sums, y * width);
  }
  return out;
}
