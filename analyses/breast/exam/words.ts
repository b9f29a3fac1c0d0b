import { numberOf } from '@second-read/core/exam/facts';
import { shareText } from '@second-read/core/report/percent';
import type { MatchedLesion } from './matches.ts';
import type { ExamView } from './views.ts';

const typeWords: Readonly<Record<string, string>> = { mass: 'Mass', calcification: 'Grouped calcifications' };

/** "Left breast: mass on CC and MLO at the same distance from the nipple, 18 mm (model score 62 %)." */
export function lesionSentence({ side, type, marks, score }: MatchedLesion): string {
  const sizeMm =
    marks.map(({ mark }) => numberOf(mark.facts, 'sizeMm')).find((size) => size !== null) ?? null;
  const views = marks.map(({ view }) => view.view);
  const seen =
    views.length === 2
      ? `on CC and MLO at the same distance from the nipple`
      : `on ${views[0]} alone, not matched on the other view`;
  const size = sizeMm === null ? estimatedSize(marks) : `, ${sizeMm.toFixed(0)} mm`;
  return `${capital(side)} breast: ${(typeWords[type] ?? type).toLowerCase()} ${seen}${size} (model score ${shareText(score)}).`;
}

function estimatedSize(marks: MatchedLesion['marks']): string {
  const about = marks
    .map(({ mark }) => numberOf(mark.facts, 'sizeMmEstimated'))
    .find((size) => size !== null && size !== undefined);
  return about === undefined || about === null
    ? ''
    : `, about ${about.toFixed(0)} mm by the size of the breast`;
}

const management: Readonly<Record<number, string>> = {
  0: 'incomplete; further views or comparison with priors',
  1: 'negative; routine screening',
  2: 'benign; routine screening',
  3: 'probably benign; only after full diagnostic work-up',
  4: 'suspicious; biopsy should be considered',
  5: 'highly suggestive of malignancy; biopsy',
  6: 'known malignancy',
};

export function categoryWords(value: number): string {
  return `BI-RADS ${value}, ${management[value] ?? 'not known'}`;
}

/** Differences of density between the sides of this many steps of four are told. */
const asymmetryFrom = 0.75;

export function densitySentences(views: readonly ExamView[], words: (category: number) => string): string[] {
  const left = densityOf(views, 'left');
  const right = densityOf(views, 'right');
  const sides = [left, right].filter((value) => value !== null);
  if (sides.length === 0) return [];
  // The denser breast decides (ACR BI-RADS 5th edition).
  const overall = words(Math.round(Math.max(...sides)));
  const differs = left !== null && right !== null && Math.abs(left - right) >= asymmetryFrom;
  return [
    overall,
    ...(differs
      ? [`The ${left > right ? 'left' : 'right'} breast is denser than the other: asymmetry.`]
      : []),
  ];
}

export function densityOf(views: readonly ExamView[], side: ExamView['side']): number | null {
  const values = views.flatMap((view) =>
    view.side === side ? (numberOf(view.slice.evidence.facts, 'density') ?? []) : [],
  );
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
}

export function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
