import { placeName } from '@second-read/core/exam/report/slice-words';
import type { StoredExam } from '@second-read/core/exam/stored-exam';
import { useQuery } from '@tanstack/react-query';
import { examSlicesQuery } from '../../../api/reports/queries.ts';
import { shownSlices } from '../../../features/exam/exam-marks.ts';
import type { ShownPicture } from '../../../ui/picture/shown-picture.ts';

interface Shown {
  readonly exam: StoredExam | undefined;
  /** From 0 among the pictures that were read. */
  readonly place: number | undefined;
}

/**
 * The picture of an exam that is shown; undefined of a report of one picture, and until the pictures are
 * there.
 */
export function useShownSlice(reportId: string, { exam, place }: Shown): ShownPicture | undefined {
  const slices = useQuery({ ...examSlicesQuery(reportId), enabled: exam !== undefined });
  if (!exam || place === undefined) return undefined;
  const shown = shownSlices(exam)[place];
  const picture = slices.data?.find(({ file }) => file === shown?.file);
  if (!shown || !picture || shown.width === null || shown.height === null) return undefined;
  return {
    picture: picture.url,
    size: { width: shown.width, height: shown.height },
    slice: exam.slices.indexOf(shown),
    words: placeName(exam.slices.indexOf(shown), exam),
  };
}
