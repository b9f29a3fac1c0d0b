import type { GreyPlane, Mask } from '../plane.ts';
import { extremeFilter } from './extreme-filter.ts';
import type { StructuringElement } from './structuring-element.ts';

/** Erosion of a grey plane or a mask. What touches the border of the picture is not eroded from there. */
export function erode<T extends GreyPlane | Mask>(plane: T, element: StructuringElement): T {
  return extremeFilter(plane, element, 'min');
}
