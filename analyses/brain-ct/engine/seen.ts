import type { Study } from '@second-read/core/decode/study';
import type { GreyPlane } from '@second-read/core/pixels/plane';
import { displayed } from './display.ts';
import { frameHead, type HeadFrame } from './frame.ts';

/** What a study shows. */
export interface Seen {
  /** The slice in a brain window, study size. */
  readonly shown: GreyPlane;
  /** The head upright; absent where no closed body of tissue was found. */
  readonly frame?: HeadFrame;
}

const known = new WeakMap<Study, Seen>();

/** Windows the slice and stands its head upright; the gate, the measurement and the figure of one study share it. */
export function see(study: Study): Seen {
  const before = known.get(study);
  if (before !== undefined) return before;
  const shown = displayed(study);
  const frame = frameHead(shown);
  const seen = frame === undefined ? { shown } : { shown, frame };
  known.set(study, seen);
  return seen;
}
