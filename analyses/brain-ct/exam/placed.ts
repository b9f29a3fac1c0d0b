import { besideLine } from '@second-read/core/reading/landmarks';
import type { Placed, PlacedAt } from '@second-read/core/review/exam/exam-review-module';

/** Side of a reader's mark by the midline of its slice. */
export function placed({ exam, slice, at }: PlacedAt): Placed {
  const facts = { largestSlice: slice + 1 };
  const { front, back, left } = exam.slices[slice]?.landmarks ?? {};
  if (!at || !front || !back || !left) return { side: null, facts };
  const isLeft = besideLine(at, front, back) * besideLine(left, front, back) > 0;
  return { side: isLeft ? 'left' : 'right', facts };
}
