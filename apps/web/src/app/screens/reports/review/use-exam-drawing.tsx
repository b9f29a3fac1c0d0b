import type { ReviewReply } from '@second-read/contract/reviews';
import type { ModuleManifest } from '@second-read/core/analysis/manifest';
import type { StoredExam } from '@second-read/core/exam/stored-exam';
import { lazy, Suspense, useMemo } from 'react';
import type { ExamDrawing } from '../../../../features/exam/exam-drawing.ts';
import type { DrawingControl } from '../../../../features/review/drawing-task.ts';
import type { Wish } from '../../../../features/review/use-review.ts';
import type { PlacedSlice } from './marked-slice.ts';
import type { Leaving } from './use-leaving.ts';

const SliceViewer = lazy(async () => ({ default: (await import('./SliceViewer.tsx')).SliceViewer }));

interface Drawn {
  readonly manifest: ModuleManifest;
  readonly exam: StoredExam | undefined;
  readonly review: ReviewReply | undefined;
  readonly control: DrawingControl;
  readonly leaving: Leaving;
  readonly onChange: (wish: Wish) => void;
}

/** The slice that is shown with the tools to outline and measure on it; undefined while nothing is drawn. */
export function useExamDrawing(reportId: string, drawn: Drawn): ExamDrawing | undefined {
  const { manifest, exam, review, control, leaving, onChange } = drawn;
  const slices = useMemo(() => (exam ? placedSlices(exam) : []), [exam]);
  if (!review || control.task === null || slices.length === 0) return undefined;
  return {
    leave: leaving.leave,
    picture: (place) => {
      const at = slices[place];
      const props = { reportId, manifest, review, place, control, leaving, onChange };
      return (
        at && (
          <Suspense fallback={<p role="status">Opening the drawing tools…</p>}>
            <SliceViewer key={at.file} {...props} at={at} count={slices.length} />
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
