import type { ExamSlice } from '@second-read/core/exam/exam-slice';
import { seenSlices } from '@second-read/core/exam/exam-slice';
import { isSet } from '@second-read/core/exam/facts';
import type { StackFacts } from '@second-read/core/exam/stack/stack';
import type { Rule } from '@second-read/core/reading/category';
import { numbered } from '@second-read/core/report/sentences';
import { nameOf } from './lesion-name.ts';
import type { Lesion } from './lesions.ts';

export type SizedNodule = Pick<Lesion, 'kind' | 'diameterMm'> & { readonly solidMm?: number | null };

/** Thicker slices do not measure nodules well enough (ACR Lung-RADS v2022, technical requirements). */
export const maxThicknessMm = 2.5;
/** The least suspicious first. A baseline exam gives no 4X. */
export const rows = ['1', '2', '3', '4A', '4B', '4X'] as const;
export type Row = (typeof rows)[number];

/**
 * The row of ACR Lung-RADS v2022 for one nodule of a baseline exam, by its mean diameter to 0.1 mm; of a
 * part-solid one from 6 mm by that of its solid part. Null where it is not determined: size, texture or solid
 * part unknown.
 */
export function baselineRow({ kind, diameterMm, solidMm = null }: SizedNodule): Row | null {
  if (diameterMm === null) return null;
  const mm = toTenth(diameterMm);
  if (kind === 'ground-glass') return mm < 30 ? '2' : '3';
  if (kind === 'part-solid') return mm < 6 ? '2' : solidMm === null ? null : solidRow(toTenth(solidMm));
  if (kind !== 'solid') return null;
  if (mm < 6) return '2';
  if (mm < 8) return '3';
  return mm < 15 ? '4A' : '4B';
}

function solidRow(mm: number): Row {
  if (mm < 6) return '3';
  return mm < 8 ? '4A' : '4B';
}

export function toTenth(mm: number): number {
  return Math.round(10 * mm) / 10;
}

/** Why the slices allow no row; undefined where they do. */
function obstacle(slices: readonly ExamSlice[], stack: StackFacts): string | undefined {
  const { spacingMm, thicknessMm, gaps } = stack;
  if (spacingMm === null) return 'slice positions are unknown';
  const coarsest = Math.max(spacingMm, thicknessMm ?? 0);
  if (coarsest > maxThicknessMm) return `slices of ${coarsest.toFixed(1)} mm, more than ${maxThicknessMm} mm`;
  if (gaps.length > 0 || seenSlices(slices).length < slices.length)
    return 'slices are missing or were not read';
  if (
    seenSlices(slices).some(
      ({ isHounsfield, evidence }) => !isHounsfield || isSet(evidence.facts, 'isClipped'),
    )
  )
    return 'no Hounsfield units, or a window that hides the lungs';
  return undefined;
}

/** The rule that gives the row of the most suspicious nodule, each nodule in its trace. */
export function lungRads(
  named: readonly SizedNodule[],
  slices: readonly ExamSlice[],
  stack: StackFacts,
): Rule {
  const why = obstacle(slices, stack);
  return why === undefined ? lungRadsBySize(named) : ruleOf(null, `not given (${why})`);
}

/** Whether the slices allowed no row; told by its words, as stored reports know no more. */
export function isBarred({ text }: Rule): boolean {
  return text.includes(': not given (');
}

/** The same where the slices allow a row. */
export function lungRadsBySize(named: readonly SizedNodule[]): Rule {
  if (named.length === 0) return ruleOf('1', '1, no nodule was named');
  const found = named.map(baselineRow);
  const names = numbered(named.map(nameOf));
  const trace = named
    .map((one, n) => ` ${names[n]}, ${nodule(one)}: ${found[n] ?? 'not determined'}.`)
    .join('');
  const worst = rows.findLast((row) => found.includes(row)) ?? null;
  if (worst === '4B' || !found.includes(null))
    return ruleOf(worst, `${worst}, the most suspicious nodule`, trace);
  return ruleOf(null, 'not given: texture, size or solid part of a nodule is not measured', trace);
}

function nodule({ kind, diameterMm, solidMm }: SizedNodule): string {
  const solid = kind === 'part-solid' && solidMm ? `, solid part ${solidMm.toFixed(1)} mm` : '';
  const size = diameterMm === null ? 'size unknown' : `${diameterMm.toFixed(1)} mm`;
  return `${kind ?? 'texture unknown'} ${size}${solid}`;
}

/** `trace`: sentences behind the rule's own. */
function ruleOf(row: Row | null, text: string, trace = ''): Rule {
  return {
    id: baselineId,
    values: { row },
    text: `Lung-RADS v2022 by size, as a baseline exam: ${text}.${trace}`,
  };
}

export const baselineId = 'lung-rads-2022-baseline';

/** What a reader must know of the row. */
export const lungRadsLimits =
  'Lung-RADS is an aid for screening exams only, as for a baseline. Changes since a prior exam, infection, benign calcification, airways and 4X are for the reader.';
