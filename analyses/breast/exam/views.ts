import type { StoredView } from '@second-read/core/exam/exam-reading';
import type { SeenSlice } from '@second-read/core/exam/exam-slice';
import { isSet } from '@second-read/core/exam/facts';
import { type Hanging, hangingOf } from '@second-read/core/exam/hanging';
import type { BreastReading } from '../reading/schema.ts';

export const breastSides = ['right', 'left'] as const;
export type BreastSide = (typeof breastSides)[number];
export const standardViews = ['CC', 'MLO'] as const;

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
  return slices.map((slice) => ({
    slice,
    ...(hangingOf(slice.evidence.facts) ?? unknown),
    category: (slice.reading as BreastReading | undefined)?.category?.value ?? 0,
  }));
}

/**
 * Standard views alone lead to 0, 1 or 2: 3 to 5 follow a diagnostic work-up (ACR BI-RADS 5th edition,
 * screening).
 */
export function beforeWorkUp(category: number): number {
  return category >= 3 && category <= 5 ? 0 : category;
}

/**
 * A view as an exam stores it. The category of one that shows a named finding is that finding's: without the
 * finding it is negative, or incomplete where calcifications are to be judged.
 */
export function storedView(view: ExamView, showsFinding: boolean): StoredView {
  const { slice, side, isSideTold, isViewTold } = view;
  const withoutFinding = isSet(slice.evidence.facts, 'hasOpenQuestion') ? 0 : 1;
  return {
    ...{ slice: slice.index, side, view: view.view, isSideTold, isViewTold },
    isStated: isSet(slice.evidence.facts, 'saidByUser'),
    category: showsFinding ? withoutFinding : beforeWorkUp(view.category),
  };
}

/** The standard views that the exam lacks. */
export function missingViews(views: readonly ExamView[]): string[] {
  return breastSides.flatMap((side) =>
    standardViews
      .filter((view) => !views.some((one) => one.side === side && one.view === view))
      .map((view) => `${side} ${view}`),
  );
}
