import { gaussianBlur } from '@second-read/core/pixels/filters/gaussian-blur';
import { type GreyPlane, greyPlane, type Mask } from '@second-read/core/pixels/plane';

/** Gaussian mean over the pixels of a mask alone; 0 where too few are near. */
export function maskedBlur(plane: GreyPlane, inside: Mask, sigma: number): GreyPlane {
  return blurWithin(plane, inside, sigma).mean;
}

/** The same, and the share of pixels around each place that belong to the mask. */
export function blurWithin(
  plane: GreyPlane,
  inside: Mask,
  sigma: number,
): { readonly mean: GreyPlane; readonly share: GreyPlane } {
  const values = greyPlane(plane.width, plane.height);
  const weights = greyPlane(plane.width, plane.height);
  for (let i = 0; i < values.data.length; i++) {
    if (inside.data[i] === 0) continue;
    values.data[i] = plane.data[i] ?? 0;
    weights.data[i] = 1;
  }
  const sums = gaussianBlur(values, sigma);
  const shares = gaussianBlur(weights, sigma);
  for (let i = 0; i < sums.data.length; i++) {
    const share = shares.data[i] ?? 0;
    sums.data[i] = share > 0.05 ? (sums.data[i] ?? 0) / share : 0;
  }
  return { mean: sums, share: shares };
}
