import type { GreyPlane } from '../plane.ts';
import { convolveSeparable } from './convolve-separable.ts';

export interface Gradient {
  /** Rise per pixel to the right. */
  readonly gx: GreyPlane;
  /** Rise per pixel downwards. */
  readonly gy: GreyPlane;
}

const smooth = Float64Array.of(0.25, 0.5, 0.25);
const difference = Float64Array.of(-0.5, 0, 0.5);

/** Sobel gradient, scaled so that a ramp of 1 per pixel gives 1. */
export function sobel(plane: GreyPlane): Gradient {
  return {
    gx: convolveSeparable(plane, difference, smooth),
    gy: convolveSeparable(plane, smooth, difference),
  };
}
