import { moduleOf } from '@second-read/analyses/catalogue';
import type { ModuleManifest } from '@second-read/core/analysis/manifest';
import type { StoredExam } from '@second-read/core/exam/stored-exam';
import { useQuery } from '@tanstack/react-query';
import { examSlicesQuery } from '../../../api/reports/queries.ts';
import { shownSlices } from '../../../features/exam/exam-marks.ts';
import { MarksPanel } from '../../../features/marks/MarksPanel.tsx';

interface SliceMarksProps {
  reportId: string;
  manifest: ModuleManifest;
  exam: StoredExam;
  /** The picture that is shown, from 0 among those that were read. */
  place: number | undefined;
}

/** More or fewer marks on the slice or view of an exam that is shown. */
export function SliceMarks({ reportId, manifest, exam, place }: SliceMarksProps) {
  const slices = useQuery(examSlicesQuery(reportId));
  const shown = place === undefined ? undefined : shownSlices(exam)[place];
  const picture = slices.data?.find(({ file }) => file === shown?.file);
  if (place === undefined || !shown || !picture || shown.width === null || shown.height === null) return null;
  const words = `${moduleOf(manifest.id).exam?.noun ?? 'slice'} ${place + 1}`;
  return (
    <MarksPanel
      {...{ reportId, manifest }}
      picture={picture.url}
      size={{ width: shown.width, height: shown.height }}
      on={{ slice: exam.slices.indexOf(shown), words }}
    />
  );
}
