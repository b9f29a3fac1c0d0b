import { type BreastFinding, type BreastReading, compositions } from '../reading/schema.ts';

type Composition = (typeof compositions)[number];

/** Density sentences of 21 CFR 900.12(c)(1)(vi): how they end, of one breast or both. */
const scattered = 'scattered areas of fibroglandular density';
const dense = 'heterogeneously dense, which may obscure small masses';
const extreme = 'extremely dense, which lowers the sensitivity of mammography';
const kinds = ['almost entirely fatty', scattered, dense, extreme] as const;
export const letters = 'abcd';

/** "The breasts are heterogeneously dense, which may obscure small masses"; categories count from 0. */
export function densityWords(category: number, breast = 'The breasts'): string {
  const kind = kinds[category] ?? extreme;
  if (category !== 1) return `${breast} ${breast.endsWith('s') ? 'are' : 'is'} ${kind}`;
  return breast.endsWith('s') ? `There are ${kind}` : `${breast} shows ${kind}`;
}

/** "b or c: scattered areas of fibroglandular density or heterogeneously dense, which may …" */
export function betweenWords(low: number, high: number, joint: 'or' | 'to'): string {
  const [less = ''] = kinds[low]?.split(',') ?? [];
  return `${letters.charAt(low)} ${joint} ${letters.charAt(high)}: ${less} ${joint} ${kinds[high]}`;
}

/**
 * Percent below which two categories are told. Of 138 MIAS films, out of fold by patient, 30 lie below: the
 * likeliest grade is right in 15 of them, one of the likeliest two in 28.
 */
const sureFrom = 50;

/** The sentence of the law with its category; with both where none is likelier than not. */
export function densityComment(reading: BreastReading): string[] {
  const tissue = reading.findings.find(isTissue);
  const composition = tissue?.descriptors.composition;
  if (tissue === undefined || !composition) return [];
  const [low, high] = lettersOf(composition, tissue.certainty, reading.facts.density);
  if (low !== high) return [`BI-RADS density ${betweenWords(low, high, 'or')}.`];
  // What a reader states is no aid to the reader.
  const isStated = reading.reviewed === true && tissue.certainty === null;
  const letter = isStated ? '' : ` (BI-RADS density ${letters.charAt(low)})`;
  return [`${densityWords(low, 'This breast')}${letter}.`];
}

function isTissue(finding: BreastFinding): finding is Extract<BreastFinding, { type: 'breast tissue' }> {
  return finding.type === 'breast tissue';
}

/** Twice the category, or two where none is likelier than not; `density` says which the second is. */
function lettersOf(
  composition: Composition,
  certainty: number | null,
  density: number | null,
): [number, number] {
  const at = compositions.indexOf(composition);
  const other = certainty === null || density === null || certainty >= sureFrom ? at : nextTo(at, density);
  return [Math.min(at, other), Math.max(at, other)];
}

/** Categories count from 0 here, and from 1 in `density`. */
function nextTo(at: number, density: number): number {
  const other = density - 1 >= at ? at + 1 : at - 1;
  return Math.min(compositions.length - 1, Math.max(0, other));
}
