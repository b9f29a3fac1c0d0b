import type { Study } from '@second-read/core/decode/study';
import type { GreyPlane } from '@second-read/core/pixels/plane';
import { turnUpright, type UprightHead } from './head/upright-head.ts';
import { displayed } from './window/display.ts';
import { provisionalWindow } from './window/provisional-window.ts';

/** What a study shows. */
export interface Seen {
  /** The slice in a brain window, study size. */
  readonly shown: GreyPlane;
  /** The head upright, in the greys of `shown`; absent where no closed body of tissue was found. */
  readonly upright?: UprightHead;
  /** To greys in which the skull can be found. */
  readonly stretched: (plane: GreyPlane) => GreyPlane;
}

/** Windows the slice and stands its head upright. */
export function see(study: Study): Seen {
  const shown = displayed(study);
  const stretched = study.quantity === 'hounsfield' ? (plane: GreyPlane) => plane : provisionalWindow(shown);
  const upright = turnUpright(shown, stretched(shown));
  return upright === undefined ? { shown, stretched } : { shown, stretched, upright };
}
