import { subtract } from '../filters/subtract.ts';
import type { GreyPlane } from '../plane.ts';
import { closing } from './closing.ts';
import { opening } from './opening.ts';
import type { StructuringElement } from './structuring-element.ts';

/** What the opening removes: bright detail smaller than the element, never negative. */
export function whiteTopHat(plane: GreyPlane, element: StructuringElement): GreyPlane {
  return subtract(plane, opening(plane, element));
}

/** What the closing fills: dark detail smaller than the element, never negative. */
export function blackTopHat(plane: GreyPlane, element: StructuringElement): GreyPlane {
  return subtract(closing(plane, element), plane);
}
