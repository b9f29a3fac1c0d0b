import type { GreyPlane } from '../plane.ts';
import { boxBlurPasses } from './box-blur.ts';
import { convolveSeparable, type RowEnds } from './convolve-separable.ts';

/**
 * Above this sigma four box passes replace the kernel; on white noise they differ by less than a tenth of its
 * spread.
 */
const largestDirectSigma = 6;

/**
 * Gaussian blur, `sigma` in pixels, border repeated. The time does not grow with large sigma. Of rows with
 * ends, what lies beyond them is not wanted.
 */
export function gaussianBlur(plane: GreyPlane, sigma: number, ends?: RowEnds): GreyPlane {
  if (sigma <= 0) return { ...plane, data: plane.data.slice() };
  if (sigma > largestDirectSigma) return boxBlurPasses(plane, boxRadii(sigma));
  const kernel = gaussianKernel(sigma);
  return convolveSeparable(plane, kernel, kernel, ends);
}

/** Samples of the Gaussian out to 3.5 sigma, with sum 1. */
export function gaussianKernel(sigma: number): Float64Array {
  const radius = Math.max(1, Math.ceil(3.5 * sigma));
  const kernel = new Float64Array(2 * radius + 1);
  let sum = 0;
  for (let i = -radius; i <= radius; i++) {
    const weight = Math.exp(-(i * i) / (2 * sigma * sigma));
    kernel[i + radius] = weight;
    sum += weight;
  }
  return kernel.map((weight) => weight / sum);
}

/**
 * Four box radii whose summed variance comes closest to sigma² (Kovesi, Fast Almost-Gaussian Filtering, DICTA
 * 2010).
 */
function boxRadii(sigma: number): number[] {
  const passes = 4;
  const ideal = Math.sqrt((12 * sigma * sigma) / passes + 1);
  const lower = 2 * Math.floor((ideal - 1) / 2) + 1;
  const narrow = Math.round(
    (12 * sigma * sigma - passes * lower * lower - 4 * passes * lower - 3 * passes) / (-4 * lower - 4),
  );
  return Array.from({ length: passes }, (_, pass) => (pass < narrow ? lower - 1 : lower + 1) / 2);
}
