import type { ExamRule, StoredView } from '@second-read/core/exam/exam-reading';
import { numberOf } from '@second-read/core/exam/facts';
import type { ExamFinding } from '@second-read/core/exam/report/exam-report';
import type { ExamConclusion } from '@second-read/core/exam/report/exam-words';
import type { StoredExam } from '@second-read/core/exam/stored-exam';
import { margins, massDensities, massShapes } from '../reading/schema.ts';
import { byDescriptors } from '../review/category.ts';
import { type BreastSide, breastSides, standardViews } from './views.ts';

/** In the order of what must be done: suspicion, then what is open, then follow-up, then nothing. */
const order: readonly number[] = [6, 5, 4, 0, 3, 2, 1];

/** That of the exam. */
export const wholeRule = 'more-suspicious-breast';

interface BreastCategory {
  readonly side: BreastSide;
  readonly value: number;
  readonly rule: ExamRule;
}

/**
 * BI-RADS of a mammography, by the same rules as the engine read it and as a reader changed it: a breast has
 * the category of its most suspicious finding or view, the exam that of its more suspicious breast.
 */
export function categoryOf({ findings, reading }: StoredExam): ExamConclusion {
  const breasts = breastSides.map((side) => categoryOfBreast(side, findings, reading.views ?? []));
  const value = String(worst(breasts.map((breast) => breast.value)) ?? 0);
  const parts = Object.fromEntries(breasts.map(({ side, value: part }) => [side, String(part)]));
  const whole = { id: wholeRule, values: { value: Number(value), ...parts } };
  return {
    category: { system: 'birads', value, parts },
    rules: [...breasts.map(({ rule }) => rule), whole],
  };
}

/** The category of the whole exam. */
export function birads(findings: readonly ExamFinding[], views: readonly StoredView[]): number {
  return worst(breastSides.map((side) => categoryOfBreast(side, findings, views).value)) ?? 0;
}

/**
 * Negative or benign only where both standard views were read (ACR BI-RADS 5th edition: assessment of the
 * whole breast).
 */
function categoryOfBreast(
  side: BreastSide,
  findings: readonly ExamFinding[],
  all: readonly StoredView[],
): BreastCategory {
  const views = all.filter((view) => view.side === side);
  const own = findings.filter((finding) => finding.found && isOn(side, finding));
  const carried = own.map(carriedCategory);
  const highest = worst([...carried, ...views.map(({ category }) => category)]);
  const hasBoth = standardViews.every((name) => views.some(({ view }) => view === name));
  const isOpen = highest === undefined || ((highest === 1 || highest === 2) && !hasBoth);
  const value = isOpen ? 0 : highest;
  const openId = highest === undefined ? 'no-view' : 'one-view';
  const id = value === 0 && own.length > 0 ? 'needs-work-up' : 'most-suspicious';
  const listed = own.map((finding, n) => `${finding.id} ${carried[n]}`).join(', ');
  const values = { side, value, findings: listed || null, views: viewWords(views) };
  return { side, value, rule: { id: isOpen ? openId : id, values } };
}

function viewWords(views: readonly StoredView[]): string | null {
  return views.map(({ view, category }) => `${view} ${category}`).join(', ') || null;
}

/** A finding whose side is not known counts for both. */
function isOn(side: BreastSide, finding: Pick<ExamFinding, 'side'>): boolean {
  return finding.side === side || finding.side === 'both' || finding.side === null;
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
