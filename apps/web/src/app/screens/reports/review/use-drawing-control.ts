import type { ReportReply } from '@second-read/contract/reports';
import type { StoredExam } from '@second-read/core/exam/stored-exam';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { examSlicesQuery } from '../../../../api/reports/queries.ts';
import { manifestOfAnalysisId } from '../../../../features/details/demo-analysis.ts';
import { shownSlices } from '../../../../features/exam/exam-marks.ts';
import type { DrawingControl, DrawingTask } from '../../../../features/review/drawing-task.ts';
import { listed } from '../../../../features/review/listed-findings.ts';
import type { Review } from '../../../../features/review/use-review.ts';
import { canOutline } from './can-outline.ts';
import { useLeaving } from './use-leaving.ts';

interface Shown {
  readonly exam: StoredExam | undefined;
  /** Of an exam: the picture that is shown, from 0 among those that were read. */
  readonly place: number | undefined;
}

/** What a reader draws in the picture of a report, or in the picture of an exam that is shown. */
export function useDrawingControl(reply: ReportReply, { review }: Review, { exam, place }: Shown) {
  const manifest = manifestOfAnalysisId(reply.id);
  const [chosen, setTask] = useState<DrawingTask | null>(null);
  const leaving = useLeaving();
  const slices = useQuery({ ...examSlicesQuery(reply.id), enabled: exam !== undefined });
  const isWriting = review?.state === 'in_review' && review.mine;
  const isThere =
    isWriting &&
    listed(review).some(
      ({ finding, decision }) =>
        finding.id === chosen?.finding && finding.state === 'found' && decision?.decision !== 'rejected',
    );
  const file = exam && place !== undefined ? shownSlices(exam)[place]?.file : undefined;
  const pixel = exam ? slices.data?.find((each) => each.file === file)?.pixelMm : reply.study.spacing_mm;
  const control: DrawingControl = {
    task: isThere ? chosen : null,
    choose: (task) => leaving.leave(() => setTask(task)),
    canOutline: (type) => canOutline(manifest, type, exam !== undefined),
    unit: pixel ? 'mm' : 'px',
  };
  return { control, leaving };
}
