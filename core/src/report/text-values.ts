import type { Measurement } from '../reading/measurement.ts';
import { numberOf, type ReportText } from './report-text.ts';

/** 0 to 100; null for anything else. */
export function percentFrom(text: ReportText, key: string): number | null {
  const value = numberOf(text, key);
  return value !== null && value >= 0 && value <= 100 ? value : null;
}

/** The numbers of the specification begin at 1. */
export function wordFrom<T extends string>(text: ReportText, key: string, words: readonly T[]): T | null {
  return words[(numberOf(text, key) ?? 0) - 1] ?? null;
}

/** 0 or 1; null for anything else. */
export function flagFrom(text: ReportText, key: string): boolean | null {
  const value = numberOf(text, key);
  return value === 0 || value === 1 ? value === 1 : null;
}

/** Nothing where the text does not give it as a number. */
export function measurementFrom(
  text: ReportText,
  key: string,
  what: Pick<Measurement, 'quantity' | 'unit'> & { readonly method?: string },
): Measurement[] {
  const value = numberOf(text, key);
  return value === null ? [] : [{ method: null, ...what, value }];
}
