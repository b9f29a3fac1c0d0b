import { gaussianBlur } from '@second-read/core/pixels/filters/gaussian-blur';
import type { GreyPlane } from '@second-read/core/pixels/plane';

const known = new WeakMap<GreyPlane, Map<number, GreyPlane>>();

/**
 * A plane blurred as several steps need it, made once: for planes that stay as they are, whose result is only
 * read.
 */
export function blurred(plane: GreyPlane, sigma: number): GreyPlane {
  const own = known.get(plane) ?? new Map<number, GreyPlane>();
  known.set(plane, own);
  const made = own.get(sigma) ?? gaussianBlur(plane, sigma);
  own.set(sigma, made);
  return made;
}
