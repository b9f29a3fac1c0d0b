import type { Rule } from '@second-read/core/reading/category';
import type { BreastSide, ExamView } from './views.ts';

/** In the order of what must be done: suspicion, then what is open, then follow-up, then nothing. */
const order = [6, 5, 4, 0, 3, 2, 1] as const;

export interface BreastCategory {
  readonly side: BreastSide;
  readonly value: number;
  readonly rule: Rule;
}

/**
 * One category of a breast: that of its most pressing view, so that no breast is negative beside a view of it
 * that is not. Negative or benign only where both standard views were read (ACR BI-RADS 5th edition:
 * assessment of the whole breast).
 */
export function categoryOfBreast(side: BreastSide, views: readonly ExamView[]): BreastCategory {
  const own = views.filter((view) => view.side === side);
  const value = worst(own.map(({ category }) => category));
  const words = own.map(({ view, category }) => `${view} ${category}`).join(', ');
  const rule = (id: string, text: string): Rule => ({
    id,
    values: { views: own.length },
    text: `${side} breast: ${text}`,
  });
  if (value === undefined) return { side, value: 0, rule: rule('no-view', '0, no view of it was read') };
  const hasBoth = (['CC', 'MLO'] as const).every((name) => own.some(({ view }) => view === name));
  if ((value === 1 || value === 2) && !hasBoth) {
    return { side, value: 0, rule: rule('one-view', `0, incomplete: only one standard view (${words})`) };
  }
  return { side, value, rule: rule('most-pressing-view', `${value}, its most pressing view (${words})`) };
}

/** The exam's category is that of the more pressing breast. */
export function categoryOfExam(breasts: readonly BreastCategory[]): {
  readonly value: number;
  readonly rule: Rule;
} {
  const value = worst(breasts.map((breast) => breast.value)) ?? 0;
  const text = `exam: ${value}, the more pressing breast (${breasts.map((one) => `${one.side} ${one.value}`).join(', ')})`;
  return { value, rule: { id: 'more-pressing-breast', values: {}, text } };
}

/** The category to act upon first; undefined where there is none. */
export function worst(values: readonly number[]): number | undefined {
  return order.find((category) => values.includes(category));
}
