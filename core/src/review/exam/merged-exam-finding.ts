import { numberOf } from '../../exam/facts.ts';
import type { StoredExamFinding } from '../../exam/stored-exam.ts';
import { mergedSide } from '../merged-finding.ts';
import type { ExamReviewModule } from './exam-review-module.ts';

/**
 * Findings of an exam as one lesion, with the id of the first: its volume is the sum; its type and diameter
 * those of the widest part, since what lies between them is not measured; its marks are those of all. What is
 * unknown of a part is unknown of it. No score: nothing measured the lesion as a whole.
 */
export function mergedExamFinding(
  parts: readonly StoredExamFinding[],
  { merged, typeOf }: Pick<ExamReviewModule, 'merged' | 'typeOf'>,
): StoredExamFinding | undefined {
  const [first] = parts;
  if (first === undefined) return undefined;
  const whole = {
    ...{ id: first.id, type: (widestFirst(parts)[0] ?? first).type, found: true, probability: null },
    side: mergedSide(parts),
    volumeMl: sumOf(parts.map(({ volumeMl }) => volumeMl)),
    diameterMm: mostOf(parts.map(({ diameterMm }) => diameterMm)),
    slices: parts.flatMap(({ slices }) => slices).toSorted((a, b) => a.slice - b.slice),
    facts: { ...(merged?.(parts) ?? first.facts), ...spanOf(parts) },
    madeOf: [...new Set(parts.flatMap(({ id, madeOf = [id] }) => madeOf))],
    ...(parts.some(({ isPart }) => isPart) && { isPart: true as const }),
  };
  return { ...whole, type: typeOf?.(whole) ?? whole.type };
}

/** Null where one is not known. */
export function sumOf(values: readonly (number | null | undefined)[]): number | null {
  const known = values.filter((value) => typeof value === 'number');
  if (known.length === 0 || known.length < values.length) return null;
  return Number(known.reduce((sum, value) => sum + value, 0).toFixed(3));
}

/** Null where one is not known. */
export function mostOf(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 || known.length < values.length ? null : Math.max(...known);
}

function widestFirst(parts: readonly StoredExamFinding[]): readonly StoredExamFinding[] {
  const sizeOf = ({ volumeMl, diameterMm }: StoredExamFinding) => diameterMm ?? volumeMl ?? 0;
  return parts.toSorted((a, b) => sizeOf(b) - sizeOf(a));
}

/** From 1, as findings name them: the slice of the widest part leads. */
function spanOf(parts: readonly StoredExamFinding[]): StoredExamFinding['facts'] {
  const numbers = (name: string) => parts.flatMap(({ facts }) => numberOf(facts, name) ?? []);
  const [first, last] = [numbers('firstSlice'), numbers('lastSlice')];
  const widest = widestFirst(parts).find(({ facts }) => 'largestSlice' in facts);
  return {
    ...(first.length > 0 && { firstSlice: Math.min(...first) }),
    ...(last.length > 0 && { lastSlice: Math.max(...last) }),
    ...(widest && { largestSlice: widest.facts.largestSlice ?? null }),
  };
}
