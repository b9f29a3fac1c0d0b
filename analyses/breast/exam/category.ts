import type { ExamRule, StoredView } from '@second-read/core/exam/exam-reading';
import { numberOf } from '@second-read/core/exam/facts';
import type { ExamFinding } from '@second-read/core/exam/report/exam-report';
import type { ExamConclusion } from '@second-read/core/exam/report/exam-words';
import type { StoredExam } from '@second-read/core/exam/stored-exam';
import { leftToReader, unknownSides } from '@second-read/core/reading/category';
import { negativeBelow } from '../reading/birads.ts';
import { margins, massDensities, massShapes } from '../reading/schema.ts';
import { byDescriptors } from '../review/category.ts';
import { type BreastSide, breastSides, isGuessWrong, standardViews } from './views.ts';

/** In the order of what must be done: suspicion, then what is open, then follow-up, then nothing. */
const order: readonly number[] = [6, 5, 4, 0, 3, 2, 1];

/** That of the exam. */
export const wholeRule = 'more-suspicious-breast';
export const notImaged = 'no-view';
export const oneView = 'one-view';

interface BreastCategory {
  readonly side: BreastSide | 'both';
  /** Null where none follows: it was not imaged, scores too high to be called negative, or is not known. */
  readonly value: number | null;
  readonly rule: ExamRule;
}

type Judged = Pick<StoredExam, 'scores'> & {
  readonly findings: readonly ExamFinding[];
  readonly reading: Pick<StoredExam['reading'], 'views'>;
};

/**
 * BI-RADS of a mammography, by the same rules as the engine read it and as a reader changed it: a breast has
 * the category of its most suspicious finding or view, the exam that of its more suspicious breast.
 */
export function categoryOf(exam: Judged): ExamConclusion {
  const breasts = categoriesOf(exam);
  const value = wholeOf(breasts);
  const known = breasts.filter(({ side, value: part }) => side !== 'both' && part !== null);
  const parts = Object.fromEntries(known.map(({ side, value: part }) => [side, String(part)]));
  const whole = { id: wholeRule, values: { value, right: null, left: null, ...parts } };
  return {
    ...(value !== null && {
      category: { system: 'birads', value: String(value), ...(known.length > 0 && { parts }) },
    }),
    rules: [...breasts.map(({ rule }) => rule), ...(breasts.length > 1 ? [whole] : [])],
  };
}

/** The category of the whole exam. */
export function birads(exam: Judged): number | null {
  return wholeOf(categoriesOf(exam));
}

/** None where a breast that was imaged has none, unless the other one needs to be acted upon. */
function wholeOf(breasts: readonly BreastCategory[]): number | null {
  const imaged = breasts.filter(({ rule }) => rule.id !== notImaged);
  const highest = worst(imaged.flatMap(({ value }) => value ?? [])) ?? null;
  const isOpen = imaged.some(({ value }) => value === null);
  return isOpen && highest !== null && isRoutine(highest) ? null : highest;
}

function isRoutine(category: number): boolean {
  return category === 1 || category === 2;
}

/** Of both breasts as one where it is not known which view shows which. */
function categoriesOf(exam: Judged): BreastCategory[] {
  const { findings, reading } = exam;
  const views = reading.views ?? [];
  if (!isGuessWrong(views)) return breastSides.map((side) => categoryOfBreast(side, exam));
  const own = findings.filter(({ found }) => found);
  const highest = worst([...own.map(carriedCategory), ...views.map(({ category }) => category)]) ?? null;
  const value = highest === null || isRoutine(highest) ? null : highest;
  return [{ side: 'both', value, rule: { id: unknownSides, values: { value } } }];
}

/**
 * Negative or benign only where both standard views were read (ACR BI-RADS 5th edition: assessment of the
 * whole breast), and where they do not score too high for it.
 */
function categoryOfBreast(side: BreastSide, exam: Judged): BreastCategory {
  const { findings, reading, scores } = exam;
  const views = (reading.views ?? []).filter((view) => view.side === side);
  const own = findings.filter((finding) => finding.found && isOn(side, finding, views.length > 0));
  const carried = own.map(carriedCategory);
  const highest = worst([...carried, ...views.map(({ category }) => category)]);
  const listed = own.map((finding, n) => `${finding.id} ${carried[n]}`).join(', ');
  const values = { side, findings: listed || null, views: viewWords(views) };
  const given = (id: string, value: number | null): BreastCategory => ({
    ...{ side, value, rule: { id, values: { ...values, value } } },
  });
  if (highest === undefined) return given(notImaged, null);
  if (!isRoutine(highest)) {
    return given(highest === 0 && own.length > 0 ? 'needs-work-up' : 'most-suspicious', highest);
  }
  if (!standardViews.every((name) => views.some(({ view }) => view === name))) return given(oneView, 0);
  const isHigh = (scores[`malignant_${side}`] ?? 0) >= negativeBelow;
  return isHigh ? given(leftToReader, null) : given('most-suspicious', highest);
}

function viewWords(views: readonly StoredView[]): string | null {
  return views.map(({ view, category }) => `${view} ${category}`).join(', ') || null;
}

/** A finding whose side is not known counts for each breast that was imaged. */
function isOn(side: BreastSide, finding: Pick<ExamFinding, 'side'>, isImaged: boolean): boolean {
  return finding.side === side || finding.side === 'both' || (finding.side === null && isImaged);
}

/**
 * The category that a finding carries: by the descriptors that a reader gave, else as the engine judged it.
 * Grouped calcifications are suspicious; a mass without either is incomplete.
 */
export function carriedCategory({ type, facts }: ExamFinding): number {
  const read = numberOf(facts, 'category');
  if (type === 'calcification') return read ?? 4;
  const margin = margins.find((each) => each === facts.margin) ?? null;
  const shape = massShapes.find((each) => each === facts.shape) ?? null;
  const density = massDensities.find((each) => each === facts.density) ?? null;
  const described = byDescriptors({ margin, shape, density }).value;
  return described === 0 ? (read ?? 0) : described;
}

/** The category to act upon first; undefined where there is none. */
export function worst(values: readonly number[]): number | undefined {
  return order.find((category) => values.includes(category));
}

/** Findings to act upon first, then the likelier ones. */
export function bySuspicion(a: ExamFinding, b: ExamFinding): number {
  const rank = (finding: ExamFinding) => order.indexOf(carriedCategory(finding));
  return rank(a) - rank(b) || (b.probability ?? 1) - (a.probability ?? 1);
}
