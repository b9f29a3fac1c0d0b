import type { ReportRow } from '../../report/document.ts';
import type { StoredExam } from '../stored-exam.ts';
import type { ExamComparison, LesionChange } from './comparison.ts';
import type { ExamFindingTypes } from './exam-finding-types.ts';

const words: Readonly<Record<LesionChange['change'], string>> = {
  new: 'New',
  grown: 'Grown',
  smaller: 'Smaller',
  stable: 'Stable',
  not_comparable: 'Seen on both, not comparable in size',
  gone: 'Not found any more',
  rejected: 'Rejected by the reader of this exam, not counted',
  rejected_before: 'Seen on the earlier exam too, where a reader rejected it',
};

/** A row for each lesion of the two exams: what it is called, and what became of it. */
export function comparisonRows(
  comparison: ExamComparison,
  types: ExamFindingTypes,
  nameOf: (findingId: string) => string | undefined,
): ReportRow[] {
  return changeWords(comparison.lesions, types, nameOf).map(
    ({ name, text }): ReportRow => [`Since ${comparison.date}: ${name}`, text],
  );
}

/** What each lesion is called, and what became of it. */
export function changeWords(
  lesions: readonly LesionChange[],
  types: ExamFindingTypes,
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
    ...(now === null && side !== null ? [side === 'both' ? 'both sides' : side] : []),
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

const versions: Readonly<Record<NonNullable<ExamComparison['version']>, string>> = {
  signed: 'as signed',
  draft: 'as reviewed, unsigned',
  engine: 'not reviewed',
};

/** What the comparison rests on; nothing where there is none. */
export function comparisonSentences({ comparison }: Pick<StoredExam, 'comparison'>): string[] {
  if (comparison === undefined) return [];
  const { date, reportId, version, lesions } = comparison;
  const state = version === undefined ? '' : `, ${versions[version]}`;
  const counted = lesions.filter(({ change }) => change !== 'rejected');
  const changed = counted.filter(({ change }) => !['stable', 'rejected_before'].includes(change)).length;
  const summary =
    lesions.length === 0
      ? 'neither shows a lesion to compare'
      : counted.length === 0
        ? 'the reader rejected what both show'
        : changed === 0
          ? 'nothing changed'
          : `${changed} of ${counted.length} ${counted.length === 1 ? 'lesion' : 'lesions'} changed`;
  return [
    `Compared with the exam of ${date} (report ${reportId}${state}): ${summary}. Lesions are paired by side, place and size, without registration: please check the pairs; what is not found may lie outside the images read.`,
  ];
}
