import type { AttributeValue } from '../reading/candidate.ts';

export type Facts = Readonly<Record<string, AttributeValue>> | undefined;

/** A number among facts; null where it is none. */
export function numberOf(facts: Facts, name: string): number | null {
  const value = facts?.[name];
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}

export function textOf(facts: Facts, name: string): string | null {
  const value = facts?.[name];
  return typeof value === 'string' ? value : null;
}

export function isSet(facts: Facts, name: string): boolean {
  return facts?.[name] === true;
}

/** The most frequent of values; null of none. */
export function mostFrequent<T extends string>(values: readonly T[]): T | null {
  const counts = new Map<T, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].toSorted((a, b) => b[1] - a[1])[0]?.[0] ?? null;
}

export function rounded(value: number | null, digits = 1): number | null {
  return value === null ? null : Number(value.toFixed(digits));
}

/** The middle one; of an even number the mean of the two. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2;
}
