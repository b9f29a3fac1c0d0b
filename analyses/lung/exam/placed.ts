import type { StoredExam } from '@second-read/core/exam/stored-exam';
import { shareOfWay } from '@second-read/core/reading/landmarks';
import type { Placed, PlacedAt } from '@second-read/core/review/exam/exam-review-module';
import { thirdOf } from './lungs.ts';

/** Lung, level and depth of a reader's mark, as of the engine's own. */
export function placed({ exam, slice, at }: PlacedAt): Placed {
  const third = thirdOfSlice(slice, exam);
  const base = { largestSlice: slice + 1, ...(third !== null && { third }) };
  const { left, right, ...edges } = exam.slices[slice]?.landmarks ?? {};
  if (!at || !left || !right) return { side: null, facts: base };
  const side = shareOfWay(at, right, left) > 0.5 ? 'left' : 'right';
  const [front, back] = [edges[`${side}Front`], edges[`${side}Back`]];
  if (!front || !back) return { side, facts: base };
  const share = shareOfWay(at, front, back);
  const frontToBack = share < 1 / 3 ? 'anterior' : share < 2 / 3 ? 'middle' : 'posterior';
  return { side, facts: { ...base, frontToBack } };
}

/** Null where the order of slices, or what they show, says nothing. */
function thirdOfSlice(slice: number, { slices, reading }: StoredExam): string | null {
  if (reading.technique?.orderedBy !== 'position') return null;
  const shown = slices.flatMap(({ landmarks }, at) => (landmarks ? [at] : []));
  const [first, last] = [shown[0], shown.at(-1)];
  return first === undefined || last === undefined ? null : thirdOf(slice, { extent: [first, last] }, true);
}
