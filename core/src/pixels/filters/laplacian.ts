import { type GreyPlane, greyPlane } from '../plane.ts';
import { convolveSeparable } from './convolve-separable.ts';

const identity = Float64Array.of(0, 1, 0);
const second = Float64Array.of(1, -2, 1);

/** Sum of the second differences along both axes. */
export function laplacian(plane: GreyPlane): GreyPlane {
  const xx = convolveSeparable(plane, second, identity);
  const yy = convolveSeparable(plane, identity, second);
  const out = greyPlane(plane.width, plane.height);
  for (let i = 0; i < out.data.length; i++) out.data[i] = (xx.data[i] ?? 0) + (yy.data[i] ?? 0);
  return out;
}
