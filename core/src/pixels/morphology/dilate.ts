import type { GreyPlane, Mask } from '../plane.ts';
import { extremeFilter } from './extreme-filter.ts';
import type { StructuringElement } from './structuring-element.ts';

/** Dilation of a grey plane or a mask. */
export function dilate<T extends GreyPlane | Mask>(plane: T, element: StructuringElement): T {
  return extremeFilter(plane, element, 'max');
}
