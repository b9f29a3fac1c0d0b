import type { ExamWords } from '../../exam/report/exam-words.ts';

/** Whether findings of a type lie somewhere and are outlined; a shifted midline is measured alone. */
export function isOutlinedType(type: string, { types }: Pick<ExamWords, 'types'>): boolean {
  const { lesion, shownAs } = types[type] ?? {};
  return lesion !== undefined || shownAs !== undefined;
}
