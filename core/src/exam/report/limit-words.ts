import type { ExamLimit } from '../exam-reading.ts';
import type { StoredExam } from '../stored-exam.ts';
import { type NumberedSlices, sliceList, sliceSpan } from './slice-words.ts';

type Values = ExamLimit['values'];
type LimitedExam = Pick<StoredExam, 'slices'> & { readonly reading: Pick<StoredExam['reading'], 'limits'> };

/**
 * Code of a limit → its sentence; `all`: the values of each, where the exam has several of the code.
 */
export type LimitWords = Readonly<
  Record<string, (values: Values, slices: NumberedSlices, all: readonly Values[]) => string>
>;

/** A limit that holds; none where it does not. */
export function limitIf(holds: boolean, code: string, values: Values = {}): ExamLimit[] {
  return holds ? [{ code, values }] : [];
}

/** One sentence a code. */
export function limitSentences({ reading: { limits }, slices }: LimitedExam, words: LimitWords): string[] {
  return [...new Set(limits.map(({ code }) => code))].flatMap((code) => {
    const all = limits.filter((limit) => limit.code === code).map(({ values }) => values);
    return words[code]?.(all[0] ?? {}, slices, all) ?? [];
  });
}

export function numberIn(values: Values, name: string): number {
  const value = values[name];
  return typeof value === 'number' ? value : 0;
}

export function numbersIn(values: Values, name: string): number[] {
  const value = values[name];
  return Array.isArray(value) ? value.filter((each) => typeof each === 'number') : [];
}

export function textsIn(values: Values, name: string): string[] {
  const value = values[name];
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
}

/** More places than these are counted, not listed. */
const mostListed = 8;

/** "3 slices are missing behind slices 5 (image 8) and 9: volumes leave that part out." */
export function gapWords(gaps: readonly Values[], slices: NumberedSlices, effect: string): string {
  const after = gaps.map((gap) => numberIn(gap, 'after'));
  const missing = gaps.reduce((sum, gap) => sum + numberIn(gap, 'missing'), 0);
  const where =
    after.length > mostListed
      ? `in ${after.length} places within ${sliceSpan(after, slices)}`
      : `behind ${sliceList(after, slices)}`;
  return `${missing} ${missing === 1 ? 'slice is' : 'slices are'} missing ${where}: ${effect}.`;
}
