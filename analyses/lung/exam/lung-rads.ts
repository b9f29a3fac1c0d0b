import type { ExamFacts, ExamRule } from '@second-read/core/exam/exam-reading';
import { type ExamSlice, seenSlices } from '@second-read/core/exam/exam-slice';
import { isSet, numberOf, textOf } from '@second-read/core/exam/facts';
import type { StackFacts } from '@second-read/core/exam/stack/stack';
import type { StoredExam } from '@second-read/core/exam/stored-exam';
import { numbered } from '@second-read/core/report/sentences';
import { nameOf } from './lesion-name.ts';
import { lesionsIn } from './lesion-words.ts';
import {
  followUpLimits,
  lungRadsBeside,
  notJudgedWords,
  unlistedWords,
  unmeasuredWords,
} from './lung-rads-follow-up.ts';
import { baselineRow, maxThicknessMm, type Row, rows, type SizedNodule, sized } from './lung-rads-rows.ts';

/** A rule with what it says of this exam. */
interface SaidRule {
  readonly rule: ExamRule;
  readonly text: string;
  /** What the reader of a report must know of the row. */
  readonly limits: string;
}

/** Whether the slices allow a row, as facts of the exam: `given`, or the code of what does not. */
export function rowFacts(
  slices: readonly ExamSlice[],
  { spacingMm, thicknessMm, gaps }: StackFacts,
): ExamFacts {
  const seen = seenSlices(slices);
  const coarsestMm = Math.max(spacingMm ?? 0, thicknessMm ?? 0);
  if (spacingMm === null) return { lungRads: 'no_positions' };
  if (coarsestMm > maxThicknessMm) return { lungRads: 'thick_slices', coarsestMm };
  if (gaps.length > 0 || seen.length < slices.length) return { lungRads: 'missing_slices' };
  const isHidden = seen.some(
    ({ isHounsfield, evidence }) => !isHounsfield || isSet(evidence.facts, 'isClipped'),
  );
  return { lungRads: isHidden ? 'no_units' : 'given' };
}

const obstacles: Readonly<Record<string, (facts: ExamFacts) => string>> = {
  no_positions: () => 'slice positions are unknown',
  thick_slices: (facts) =>
    `slices of ${(numberOf(facts, 'coarsestMm') ?? 0).toFixed(1)} mm, more than ${maxThicknessMm} mm`,
  missing_slices: () => 'slices are missing or were not read',
  no_units: () => 'no Hounsfield units, or a window that hides the lungs',
};

/** Lung-RADS of an exam by its findings; undefined where the slices are not those of a chest. */
export function lungRadsOf(exam: StoredExam): SaidRule | undefined {
  const { facts } = exam.reading;
  const state = textOf(facts, 'lungRads');
  if (state === null) return undefined;
  const why = obstacles[state]?.(facts);
  if (why !== undefined) return ruleOf(null, `not given (${why}).`);
  const lesions = lesionsIn(exam);
  const beside = lungRadsBeside(lesions, exam);
  if (beside !== undefined) return { ...beside, limits: followUpLimits };
  const bySize = lungRadsBySize(lesions.map(sized), numberOf(facts, 'unlisted') ?? 0);
  const notJudged = exam.comparison ? ` ${notJudgedWords(exam.comparison)}` : '';
  return { ...bySize, text: `${bySize.text}${notJudged}` };
}

/** The rule that gives the row of the most suspicious nodule, each that is listed in its trace. */
export function lungRadsBySize(named: readonly SizedNodule[], unlisted: number): SaidRule {
  if (named.length === 0 && unlisted === 0) return ruleOf('1', '1, no nodule was named.');
  const found = named.map(baselineRow);
  const names = numbered(named.map(nameOf));
  const trace = named
    .map((one, n) => ` ${names[n]}, ${nodule(one)}: ${found[n] ?? 'not determined'}.`)
    .join('');
  const worst = rows.findLast((row) => found.includes(row)) ?? null;
  if (worst === '4B' || (!found.includes(null) && unlisted === 0))
    return ruleOf(worst, `${worst}, the most suspicious nodule.${trace}`);
  return ruleOf(null, `not given: ${unlistedWords(unlisted) ?? unmeasuredWords}.${trace}`);
}

function nodule({ kind, diameterMm, solidMm }: SizedNodule): string {
  const solid = kind === 'part-solid' && solidMm ? `, solid part ${solidMm.toFixed(1)} mm` : '';
  const size = diameterMm === null ? 'size unknown' : `${diameterMm.toFixed(1)} mm`;
  return `${kind ?? 'texture unknown'} ${size}${solid}`;
}

function ruleOf(row: Row | null, text: string): SaidRule {
  return {
    rule: { id: 'lung-rads-2022-baseline', values: { row } },
    text: `Lung-RADS v2022 by size, as a baseline exam: ${text}`,
    limits: lungRadsLimits,
  };
}

const lungRadsLimits =
  'Lung-RADS is an aid for screening exams only, as for a baseline. Changes since a prior exam, infection, benign calcification, airways and 4X are for the reader.';
