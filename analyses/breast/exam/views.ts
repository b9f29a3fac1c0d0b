import type { StoredView } from '@second-read/core/exam/exam-reading';
import type { SeenSlice } from '@second-read/core/exam/exam-slice';
import { isSet } from '@second-read/core/exam/facts';
import { type Hanging, hangingOf } from '@second-read/core/exam/hanging';
import type { BreastReading, CoarseForm } from '../reading/schema.ts';
import { areBenign, isUnclear } from '../reading/to-judge.ts';
import { isTooSmall } from '../report/comments.ts';
import { type TechniqueNote, techniqueNotes } from '../report/technique-notes.ts';

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
    category: categoryOf(slice),
  }));
}

/** None of a view that scores too high by itself: of an exam the score of the whole breast decides. */
function categoryOf(slice: SeenSlice): number {
  if (slice.reading === undefined) return 0;
  return readingOf(slice)?.category?.value ?? withoutFinding(slice);
}

function withoutFinding({ evidence, ...slice }: SeenSlice): number {
  if (isSet(evidence.facts, 'hasOpenQuestion')) return 0;
  return areBenign(readingOf(slice)?.facts.coarse) ? 2 : 1;
}

function readingOf({ reading }: Pick<SeenSlice, 'reading'>): BreastReading | undefined {
  return reading as BreastReading | undefined;
}

/** What a view shows beside named findings, and what limits it. */
export type ViewNote =
  | TechniqueNote
  | `coarse_${CoarseForm}`
  | 'coarse_open'
  | 'coarse_unread'
  | 'spread'
  | 'node'
  | 'too_small';

function notesOf(slice: SeenSlice): ViewNote[] {
  const reading = readingOf(slice);
  if (reading === undefined) return [];
  const { coarse, spread } = reading.facts;
  const forms = new Set((coarse ?? []).map(({ form }) => form));
  return [
    ...techniqueNotes(reading.input),
    ...[...forms].map((form) => `coarse_${form}` as const),
    ...(isUnclear(coarse ?? []) ? ['coarse_open' as const] : []),
    ...(coarse === null ? ['coarse_unread' as const] : []),
    ...(spread === undefined ? [] : ['spread' as const]),
    ...(reading.findings.some(({ type, state }) => type === 'axilla' && state === 'found')
      ? ['node' as const]
      : []),
    ...(isTooSmall(reading) ? ['too_small' as const] : []),
  ];
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
 * finding it is negative or benign, or incomplete where calcifications are to be judged.
 */
export function storedView(view: ExamView, showsFinding: boolean): StoredView {
  const { slice, side, isSideTold, isViewTold } = view;
  const notes = notesOf(slice);
  return {
    ...{ slice: slice.index, side, view: view.view, isSideTold, isViewTold },
    isStated: isSet(slice.evidence.facts, 'saidByUser'),
    category: showsFinding ? withoutFinding(slice) : beforeWorkUp(view.category),
    ...(notes.length > 0 && { notes }),
  };
}

/** The standard views that the exam lacks of the breasts that it shows. */
export function missingViews(views: readonly ExamView[]): string[] {
  return breastSides
    .filter((side) => views.some((one) => one.side === side))
    .flatMap((side) =>
      standardViews
        .filter((view) => !views.some((one) => one.side === side && one.view === view))
        .map((view) => `${side} ${view}`),
    );
}

type Guessed = Pick<StoredView, 'side' | 'view' | 'isSideTold' | 'isViewTold'>;

/** Two of one view and none of the other: what was inferred of that breast's views is wrong. */
export function isGuessWrong(views: readonly Guessed[]): boolean {
  return breastSides.some((side) => {
    const own = views.filter((view) => view.side === side);
    const isOneView = new Set(own.map(({ view }) => view)).size === 1;
    return (
      isOneView && own.length > 1 && own.some(({ isSideTold, isViewTold }) => !isSideTold || !isViewTold)
    );
  });
}
