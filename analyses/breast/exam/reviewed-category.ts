import type { StoredExam, StoredExamFinding } from '@second-read/core/exam/stored-exam';
import type { ExamCategory } from '@second-read/core/review/exam/exam-review-module';
import { margins, massDensities, massShapes } from '../reading/schema.ts';
import { byDescriptors } from '../review/category.ts';
import { type BreastCategory, categoryOfExam, worst } from './category.ts';
import { breastWords, categoryWords } from './words.ts';

const bothSides = ['right', 'left'] as const;

/**
 * BI-RADS of an exam whose findings a reader changed. A breast whose findings nobody changed keeps its
 * category; another has that of its most pressing finding, or, without one, negative where both its standard
 * views were read.
 */
export function reviewedCategory(exam: StoredExam, findings: readonly StoredExamFinding[]): ExamCategory {
  const breasts = bothSides.map((side) => categoryOfSide(side, exam, findings));
  const whole = categoryOfExam(breasts);
  return given(whole.value, breasts, [...breasts.map(({ rule }) => rule), whole.rule]);
}

/** The exam's category is the reader's; those of the breasts stay. */
export function givenByReader(exam: StoredExam, value: string, reason: string): ExamCategory {
  const { parts } = exam.reading.category ?? {};
  const rule = { id: 'reader', values: {}, text: `${value}: given by the reader: ${reason}` };
  return {
    category: { system: 'birads', value, ...(parts && { parts }) },
    rules: [rule],
    words: `${categoryWords(Number(value))}, given by the reader.`,
  };
}

function given(
  value: number,
  breasts: readonly BreastCategory[],
  rules: ExamCategory['rules'],
): ExamCategory {
  const named = breasts.map((each) => breastWords(each, value));
  return {
    category: {
      system: 'birads',
      value: String(value),
      parts: Object.fromEntries(breasts.map((each) => [each.side, String(each.value)])),
    },
    rules,
    words: `${categoryWords(value)}. ${named.join(' ')}`,
  };
}

type Side = BreastCategory['side'];

function categoryOfSide(
  side: Side,
  exam: StoredExam,
  findings: readonly StoredExamFinding[],
): BreastCategory {
  const machine = numberOf(exam, side);
  const [before, now] = [onSide(exam.findings, side), onSide(findings, side)];
  const isUntouched = before.length === now.length && before.every((each) => now.includes(each));
  const rule = (id: string, text: string) => ({ id, values: {}, text: `${side} breast: ${text}` });
  if (isUntouched && machine !== undefined)
    return { side, value: machine, rule: rule('as-read', `${machine}, as read`) };
  const value = worst(now.map((finding) => categoryOfLesion(finding)));
  if (value !== undefined) return { side, value, rule: rule('after-review', `${value}, after review`) };
  return isWhole(exam, side)
    ? { side, value: 1, rule: rule('no-finding', '1, no finding after review') }
    : { side, value: 0, rule: rule('one-view', '0, incomplete: a standard view is missing') };
}

function numberOf({ reading }: StoredExam, side: Side): number | undefined {
  const part = reading.category?.parts?.[side];
  return part === undefined ? undefined : Number(part);
}

/** A finding whose side nobody said counts for both. */
function onSide(findings: readonly StoredExamFinding[], side: Side): StoredExamFinding[] {
  return findings.filter((each) => each.found && [side, 'both', null].includes(each.side));
}

/** Grouped calcifications are suspicious; a mass is judged by its descriptors, incomplete without them. */
function categoryOfLesion({ type, facts }: StoredExamFinding): number {
  if (type === 'calcification') return 4;
  const margin = margins.find((each) => each === facts.margin) ?? null;
  const shape = massShapes.find((each) => each === facts.shape) ?? null;
  const density = massDensities.find((each) => each === facts.density) ?? null;
  return byDescriptors({ margin, shape, density }).value;
}

/** Whether both standard views of the breast were read. */
function isWhole({ reading }: StoredExam, side: Side): boolean {
  const { missingViews } = reading.facts;
  if (typeof missingViews === 'string') return !missingViews.includes(side);
  const views = reading.rules.find(({ text }) => text.startsWith(`${side} breast`))?.values.views;
  return typeof views === 'number' && views >= 2;
}
