import type { GreyPlane, Mask } from '../plane.ts';
import { dilate } from './dilate.ts';
import { erode } from './erode.ts';
import type { StructuringElement } from './structuring-element.ts';

/** Dilation, then erosion: fills what is darker than its surroundings and smaller than the element. */
export function closing<T extends GreyPlane | Mask>(plane: T, element: StructuringElement): T {
  return erode(dilate(plane, element), element);
}
