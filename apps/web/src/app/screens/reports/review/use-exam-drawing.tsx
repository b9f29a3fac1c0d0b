import type { ReportReply } from '@second-read/contract/reports';
import type { ReviewReply } from '@second-read/contract/reviews';
import type { StoredExam } from '@second-read/core/exam/stored-exam';
import { Suspense, useMemo } from 'react';
import type { ExamDrawing } from '../../../../features/exam/exam-drawing.ts';
import type { DrawingControl } from '../../../../features/review/drawing-task.ts';
import type { Wish } from '../../../../features/review/use-review.ts';
import { ReviewViewer } from './lazy-review-viewer.ts';
import type { PlacedSlice } from './marked-findings.ts';
import type { Leaving } from './use-leaving.ts';

interface Drawn {
  readonly exam: StoredExam | undefined;
  readonly review: ReviewReply | undefined;
  readonly control: DrawingControl;
  readonly leaving: Leaving;
  readonly onChange: (wish: Wish) => void;
}

/** The slice that is shown with the tools to outline and measure on it; undefined while nothing is drawn. */
export function useExamDrawing(reply: ReportReply, drawn: Drawn): ExamDrawing | undefined {
  const { exam, review, control, leaving, onChange } = drawn;
  const slices = useMemo(() => (exam ? placedSlices(exam) : []), [exam]);
  if (!review || control.task === null || slices.length === 0) return undefined;
  return {
    leave: leaving.leave,
    picture: (place, look) => {
      const at = slices[place];
      const props = { reply, review, control, leaving, onChange };
      return (
        at && (
          <Suspense fallback={<p role="status">Opening the drawing tools…</p>}>
            <ReviewViewer key={at.file} {...props} slice={{ at, place, count: slices.length, look }} />
          </Suspense>
        )
      );
    },
  };
}

/** Those that were read, each with its place along the stack. */
function placedSlices({ slices }: StoredExam): PlacedSlice[] {
  return slices.flatMap(({ file, width, height, status }, slice) =>
    status === 'read' ? [{ file, width, height, slice }] : [],
  );
}
