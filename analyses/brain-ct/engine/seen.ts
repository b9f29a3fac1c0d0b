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
  /** Whether the background is not black. */
  readonly isAirLifted: boolean;
}

/** Hounsfield units need no search. */
const known = { stretched: (plane: GreyPlane) => plane, isAirLifted: false };

/** Windows the slice and stands its head upright. */
export function see(study: Study): Seen {
  const shown = displayed(study);
  const window = study.quantity === 'hounsfield' ? known : provisionalWindow(shown);
  const isUpright = study.source.directions !== undefined;
  const upright = turnUpright(shown, window.stretched(shown), { isUpright });
  return { shown, ...window, ...(upright === undefined ? {} : { upright }) };
}
