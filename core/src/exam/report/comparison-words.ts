import type { ReportRow } from '../../report/document.ts';
import type { StoredExam } from '../stored-exam.ts';
import type { ExamComparison, LesionChange } from './comparison.ts';
import type { ExamWords } from './exam-words.ts';

const words: Readonly<Record<LesionChange['change'], string>> = {
  new: 'New',
  grown: 'Grown',
  smaller: 'Smaller',
  stable: 'Stable',
  not_comparable: 'Seen on both, not comparable in size',
  gone: 'Not found any more',
};

/** A row for each lesion of the two exams: what it is called, and what became of it. */
export function comparisonRows(
  comparison: ExamComparison,
  types: ExamWords['types'],
  nameOf: (findingId: string) => string | undefined,
): ReportRow[] {
  return changeWords(comparison.lesions, types, nameOf).map(
    ({ name, text }): ReportRow => [`Since ${comparison.date}: ${name}`, text],
  );
}

/** What each lesion is called, and what became of it. */
export function changeWords(
  lesions: readonly LesionChange[],
  types: ExamWords['types'],
  nameOf: (findingId: string) => string | undefined,
): { readonly name: string; readonly text: string }[] {
  const gone = lesions.filter(({ finding }) => finding === null);
  return lesions.map((lesion) => {
    const label = types[lesion.type]?.label ?? lesion.type;
    const number = gone.length > 1 ? ` ${gone.indexOf(lesion) + 1}` : '';
    const name = (lesion.finding && nameOf(lesion.finding)) ?? `Earlier ${label.toLowerCase()}${number}`;
    return { name, text: changeText(lesion) };
  });
}

/** "Grown: 0.42 to 0.61 ml, 9.1 to 10.4 mm, doubling time 210 days" */
function changeText({ change, now, before, side, doublingDays }: LesionChange): string {
  const volume = spanOf(before?.volumeMl, now?.volumeMl, 'ml', 2);
  const diameter = spanOf(before?.diameterMm, now?.diameterMm, 'mm', 1);
  const parts = [
    ...(change === 'gone' && side !== null ? [side === 'both' ? 'both sides' : side] : []),
    ...volume,
    ...diameter,
    ...(doublingDays === null ? [] : [`doubling time ${doublingDays} days`]),
  ];
  return parts.length === 0 ? words[change] : `${words[change]}: ${parts.join(', ')}`;
}

function spanOf(
  before: number | null | undefined,
  now: number | null | undefined,
  unit: string,
  digits: number,
): string[] {
  const known = [before, now].filter((each) => each !== null && each !== undefined);
  return known.length === 0 ? [] : [`${known.map((each) => each.toFixed(digits)).join(' to ')} ${unit}`];
}

/** What the comparison rests on; nothing where there is none. */
export function comparisonSentences({ comparison }: Pick<StoredExam, 'comparison'>): string[] {
  if (comparison === undefined) return [];
  const { date, reportId, lesions } = comparison;
  const changed = lesions.filter(({ change }) => change !== 'stable').length;
  const summary =
    lesions.length === 0
      ? 'neither shows a lesion to compare'
      : changed === 0
        ? 'nothing changed'
        : `${changed} of ${lesions.length} ${lesions.length === 1 ? 'lesion' : 'lesions'} changed`;
  return [
    `Compared with the exam of ${date} (report ${reportId}): ${summary}. Lesions are paired by side, place and size, without registration: please check the pairs; what is not found may lie outside the images read.`,
  ];
}
