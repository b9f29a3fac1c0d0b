import { isSet, numberOf } from '@second-read/core/exam/facts';
import type { Mark } from '@second-read/core/reading/mark';
import type { BreastSide, ExamView } from './views.ts';

/** A place on one view. */
export interface ViewMark {
  readonly view: ExamView;
  readonly mark: Mark;
}

/**
 * One lesion of one breast: its place on one view, or on two that show it at the same distance from the
 * nipple.
 */
export interface MatchedLesion {
  readonly side: BreastSide;
  readonly type: string;
  readonly marks: readonly ViewMark[];
  /** The highest of its views. */
  readonly score: number;
  /** How far the two distances from the nipple differ, share of the breast's depth; null on one view. */
  readonly apart: number | null;
}

/**
 * Distances from the nipple on both views differ by less than this share of the breast's depth: about 1 cm of
 * 8.
 */
const maxApart = 0.15;

/**
 * Named places of a breast, each with the likeliest place of the other view at its distance; the likeliest
 * first.
 */
export function matchViews(views: readonly ExamView[]): MatchedLesion[] {
  const marks = views.flatMap((view) => view.slice.evidence.marks.map((mark) => ({ view, mark })));
  const taken = new Set<ViewMark>();
  const named = marks
    .filter(({ mark }) => isSet(mark.facts, 'isNamed'))
    .toSorted((a, b) => b.mark.score - a.mark.score);
  return named.flatMap((first) => {
    if (taken.has(first)) return [];
    taken.add(first);
    const partner = partnerOf(
      first,
      marks.filter((one) => !taken.has(one)),
    );
    if (partner !== undefined) taken.add(partner);
    const both = partner === undefined ? [first] : [first, partner];
    return [
      {
        side: first.view.side,
        type: first.mark.type,
        marks: both,
        score: Math.max(...both.map(({ mark }) => mark.score)),
        apart: partner === undefined ? null : apartBy(first, partner),
      },
    ];
  });
}

function partnerOf(first: ViewMark, others: readonly ViewMark[]): ViewMark | undefined {
  return others
    .filter(
      (one) =>
        one.view.side === first.view.side &&
        one.view.view !== first.view.view &&
        one.mark.type === first.mark.type,
    )
    .filter((one) => (apartBy(first, one) ?? 1) <= maxApart)
    .toSorted((a, b) => b.mark.score - a.mark.score)[0];
}

function apartBy(a: ViewMark, b: ViewMark): number | null {
  const [one, other] = [numberOf(a.mark.facts, 'nippleShare'), numberOf(b.mark.facts, 'nippleShare')];
  return one === null || other === null ? null : Math.abs(one - other);
}
