import type { GreyPlane, Mask } from '../plane.ts';
import { dilate } from './dilate.ts';
import { erode } from './erode.ts';
import type { StructuringElement } from './structuring-element.ts';

/** Erosion, then dilation: removes what is brighter than its surroundings and smaller than the element. */
export function opening<T extends GreyPlane | Mask>(plane: T, element: StructuringElement): T {
  return dilate(erode(plane, element), element);
}
