import type { SeenSlice } from '@second-read/core/exam/exam-slice';
import { type Hanging, hangingOf } from '@second-read/core/exam/hanging';
import type { BreastReading } from '../reading/schema.ts';

export type BreastSide = 'left' | 'right';

/** One view of one breast. */
export interface ExamView extends Hanging {
  readonly slice: SeenSlice;
  /** BI-RADS category of this view by itself. */
  readonly category: number;
}

/** Of a picture without evidence of it, as every version before this one read it. */
const unknown: Hanging = {
  ...{ side: 'left', isSideTold: false, view: 'CC', isViewTold: false, isMirrored: false },
};

/** Which breast and view each picture is: as its file says, else as the picture shows. */
export function viewsOf(slices: readonly SeenSlice[]): ExamView[] {
  return slices.map((slice) => {
    const hanging = hangingOf(slice.evidence.facts) ?? unknown;
    return {
      slice,
      ...hanging,
      category: (slice.reading as BreastReading | undefined)?.category?.value ?? 0,
    };
  });
}

/** The standard views that the exam lacks. */
export function missingViews(views: readonly ExamView[]): string[] {
  const wanted = (['right', 'left'] as const).flatMap((side) =>
    (['CC', 'MLO'] as const).map((view) => ({ side, view })),
  );
  return wanted
    .filter(({ side, view }) => !views.some((one) => one.side === side && one.view === view))
    .map(({ side, view }) => `${side} ${view}`);
}
