import type { SeenSlice } from '../exam-slice.ts';
import type { FindingMark } from '../report/exam-report.ts';
import type { Linked } from './link-marks.ts';

/** The marks of a lesion as a report carries them, those of slices that were read. */
export function findingMarks(lesion: Linked, slices: ReadonlyMap<number, SeenSlice>): FindingMark[] {
  return lesion.flatMap(({ slice, mark: { box, score } }) => {
    const file = slices.get(slice)?.file;
    return file === undefined ? [] : [{ slice, file, box, score }];
  });
}
