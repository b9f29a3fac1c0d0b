import type { Study } from '@second-read/core/decode/study';
import type { GreyPlane } from '@second-read/core/pixels/plane';
import { frameHead, type HeadFrame } from './head/frame.ts';
import { displayed } from './window/display.ts';
import { provisionalWindow } from './window/provisional-window.ts';

/** What a study shows. */
export interface Seen {
  /** The slice in a brain window, study size. */
  readonly shown: GreyPlane;
  /** The head upright, in the greys of `shown`; absent where no closed body of tissue was found. */
  readonly frame?: HeadFrame;
  /** To greys in which the skull can be found. */
  readonly stretched: (plane: GreyPlane) => GreyPlane;
}

/** Windows the slice and stands its head upright. */
export function see(study: Study): Seen {
  const shown = displayed(study);
  const stretched = study.quantity === 'hounsfield' ? (plane: GreyPlane) => plane : provisionalWindow(shown);
  const frame = frameHead(shown, stretched(shown));
  return frame === undefined ? { shown, stretched } : { shown, stretched, frame };
}
