import { type GreyPlane, greyPlane } from '../plane.ts';
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

/** Length of the gradient. */
export function gradientMagnitude(plane: GreyPlane): GreyPlane {
  const { gx, gy } = sobel(plane);
  const out = greyPlane(plane.width, plane.height);
  for (let i = 0; i < out.data.length; i++) out.data[i] = Math.hypot(gx.data[i] ?? 0, gy.data[i] ?? 0);
  return out;
}
