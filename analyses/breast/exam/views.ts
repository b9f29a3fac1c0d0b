import type { SeenSlice } from '@second-read/core/exam/exam-slice';
import { isSet, textOf } from '@second-read/core/exam/facts';
import type { BreastReading } from '../reading/schema.ts';

export type BreastSide = 'left' | 'right';
export type ViewName = 'CC' | 'MLO';

/** One view of one breast. */
export interface ExamView {
  readonly slice: SeenSlice;
  readonly side: BreastSide;
  /** Whether the file says the side; else it was told from where the chest wall lies. */
  readonly isSideTold: boolean;
  readonly view: ViewName;
  readonly isViewTold: boolean;
  /** BI-RADS category of this view by itself. */
  readonly category: number;
}

/** Which breast and view each picture is: as its file says, else as the picture shows. */
export function viewsOf(slices: readonly SeenSlice[]): ExamView[] {
  return slices.map((slice) => {
    const { facts } = slice.evidence;
    const told = textOf(facts, 'sideTold');
    const side = told ?? textOf(facts, 'sideSeen');
    return {
      slice,
      side: side === 'right' ? 'right' : 'left',
      isSideTold: told !== null,
      view: textOf(facts, 'view') === 'MLO' ? 'MLO' : 'CC',
      isViewTold: isSet(facts, 'viewTold'),
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
