import { numberOf, textOf } from '@second-read/core/exam/facts';
import type { PriorOfExam } from '@second-read/core/exam/report/beside-prior';
import type { LesionChange } from '@second-read/core/exam/report/comparison';
import type { ExamFinding, ExamReading } from '@second-read/core/exam/report/exam-report';
import type { Rule } from '@second-read/core/reading/category';
import { numbered } from '@second-read/core/report/sentences';
import { nameOf } from './lesion-name.ts';
import {
  baselineId,
  baselineRow,
  isBarred,
  lungRadsLimits,
  maxThicknessMm,
  type Row,
  rows,
  toTenth,
} from './lung-rads.ts';

/** Growth: more than 1.5 mm of mean diameter within twelve months (ACR Lung-RADS v2022). */
const growthMm = 1.5;
const yearDays = 365;
/** Category 3 is looked at again after six months, 4A after three: what is then stable comes down a row. */
const stableAfterDays = { '3': 180, '4A': 90 } as const;
/** A ground-glass nodule that doubles within a year is among the examples of 4X. */
const doublesWithinDays = 365;

/**
 * What became of a nodule. `slow`: more than 1.5 mm, but not within twelve months; `open`: nobody can say.
 */
type Course = 'new' | 'growing' | 'slow' | 'steady' | 'open';

export interface FollowedNodule {
  readonly kind: string | null;
  readonly diameterMm: number | null;
  readonly solidMm: number | null;
  readonly course: Course;
  /** Its row by size in the earlier exam; null where it was not there or not determined. */
  readonly rowBefore: Row | null;
  /** Since the earlier exam. */
  readonly days: number;
  readonly doublingDays: number | null;
}

/**
 * The row of ACR Lung-RADS v2022 for one nodule beside an earlier exam; null where size, texture or solid
 * part is unknown. Spiculation, lymph nodes and other reasons for 4X are not measured.
 */
export function followUpRow(nodule: FollowedNodule): Row | null {
  const { kind, diameterMm, course } = nodule;
  if (diameterMm === null || course === 'open') return null;
  const mm = toTenth(diameterMm);
  if (course === 'steady' || course === 'slow') return steadyRow(nodule);
  if (kind === 'solid') return course === 'new' && mm < 6 ? (mm < 4 ? '2' : '3') : mm < 8 ? '4A' : '4B';
  if (kind === 'part-solid') return partSolidRow(mm, nodule);
  if (kind !== 'ground-glass') return null;
  if (mm < 30) return '2';
  const doubles = nodule.doublingDays !== null && nodule.doublingDays <= doublesWithinDays;
  return doubles ? '4X' : '3';
}

function partSolidRow(mm: number, { solidMm, course }: FollowedNodule): Row | null {
  if (course === 'new' && mm < 6) return '3';
  if (solidMm === null) return null;
  return toTenth(solidMm) < 4 ? '4A' : '4B';
}

/**
 * The row of its size; a row less where it was in that row and stayed as it was for long enough. What grows
 * slowly keeps its row, except ground glass; what reaches a higher row by size counts by size.
 */
function steadyRow(nodule: FollowedNodule): Row | null {
  const row = baselineRow(nodule);
  if (row === null || nodule.rowBefore !== row) return row;
  if (nodule.kind === 'ground-glass') return '2';
  if (nodule.course === 'slow') return row;
  if (row === '3' && nodule.days >= stableAfterDays['3']) return '2';
  return row === '4A' && nodule.days >= stableAfterDays['4A'] ? '3' : row;
}

/** The reading with the row beside the earlier exam, where there is one, in place of that of a baseline. */
export function withFollowUp(
  reading: ExamReading,
  findings: readonly ExamFinding[],
  prior: PriorOfExam,
): ExamReading {
  const base = reading.rules.find(({ id }) => id === baselineId);
  // Where slices allow no row, an earlier exam does not help.
  if (base === undefined || isBarred(base)) return reading;
  const rule = followUpRule(findings, prior) ?? {
    ...base,
    text: `${base.text} ${obstacleOf(prior)}: growth is not judged.`,
  };
  const limits = rule.id === base.id ? lungRadsLimits : followUpLimits;
  return {
    ...reading,
    rules: reading.rules.map((each) => (each === base ? rule : each)),
    findings: reading.findings.map((text) => (text === base.text ? rule.text : text)),
    notAssessed: reading.notAssessed.map((text) => (text === lungRadsLimits ? limits : text)),
  };
}

function obstacleOf({ days, spacingMm }: PriorOfExam): string {
  if (days === null || days < 1) return 'The time since the earlier exam is not known';
  return spacingMm === null
    ? 'Slice positions of the earlier exam are unknown'
    : `Slices of the earlier exam are ${spacingMm.toFixed(1)} mm apart`;
}

function followUpRule(findings: readonly ExamFinding[], prior: PriorOfExam): Rule | undefined {
  const { days, spacingMm } = prior;
  if (days === null || days < 1 || spacingMm === null || spacingMm > maxThicknessMm) return undefined;
  const nodules = prior.lesions.flatMap((change) => {
    const now = findings.find(({ id }) => id === change.finding);
    if (now === undefined) return [];
    const before = prior.findings.find(({ id }) => id === change.prior);
    return [followed(change, { now, before, days })];
  });
  return lungRadsBeside(nodules, days);
}

/**
 * The rule that gives the row of the most suspicious nodule beside an earlier exam, each nodule in its trace.
 */
export function lungRadsBeside(nodules: readonly FollowedNodule[], days: number): Rule {
  const names = numbered(nodules.map(nameOf));
  const told = nodules.map((one, n) => ({ row: followUpRow(one), text: ` ${names[n]}, ${words(one)}` }));
  const trace = told.map(({ row, text }) => `${text}: ${row ?? 'not determined'}.`).join('');
  const worst = rows.findLast((row) => told.some((one) => one.row === row)) ?? null;
  const isKnown = worst === '4X' || worst === '4B' || told.every(({ row }) => row !== null);
  const slow = nodules.some(({ course }) => course === 'slow')
    ? ' Growth of more than 1.5 mm over more than twelve months may be 4B: for the reader.'
    : '';
  if (told.length === 0) return ruleOf('1', days, '1, no nodule was named.');
  if (isKnown) return ruleOf(worst, days, `${worst}, the most suspicious nodule.${trace}${slow}`);
  const isOpen = nodules.some(({ course }) => course === 'open');
  const why = isOpen
    ? 'growth of a nodule is not judged'
    : 'texture, size or solid part of a nodule is not measured';
  return ruleOf(null, days, `not given: ${why}.${trace}${slow}`);
}

/** What became of a nodule since the earlier exam of `days` ago; `before` is undefined of a new one. */
export function followed(
  { doublingDays }: Pick<LesionChange, 'doublingDays'>,
  { now, before, days }: { now: SizedFinding; before: SizedFinding | undefined; days: number },
): FollowedNodule {
  const is = sized(now);
  const was = before && sized(before);
  const grown = Math.max(difference(is.diameterMm, was?.diameterMm), difference(is.solidMm, was?.solidMm));
  const inYear = days > yearDays ? (grown * yearDays) / days : grown;
  const course = inYear > growthMm ? 'growing' : grown > growthMm ? 'slow' : 'steady';
  return {
    ...is,
    course: before === undefined ? 'new' : course,
    rowBefore: was === undefined ? null : baselineRow(was),
    days,
    doublingDays,
  };
}

type SizedFinding = Pick<ExamFinding, 'diameterMm' | 'facts'>;

export function sized({
  facts,
  diameterMm,
}: SizedFinding): Pick<FollowedNodule, 'kind' | 'diameterMm' | 'solidMm'> {
  return { kind: textOf(facts, 'density'), diameterMm, solidMm: numberOf(facts, 'solidMm') };
}

/** Of lengths to 0.1 mm, as they are told; 0 where one is unknown. */
function difference(now: number | null, before: number | null | undefined): number {
  if (now === null || before === null || before === undefined) return 0;
  return toTenth(toTenth(now) - toTenth(before));
}

const courseWords: Readonly<Record<Course, string>> = {
  new: 'new',
  growing: 'growing',
  slow: 'slowly growing',
  steady: 'not growing',
  open: 'growth not judged',
};

function words({ kind, diameterMm, course, doublingDays }: FollowedNodule): string {
  const size = diameterMm === null ? 'size unknown' : `${diameterMm.toFixed(1)} mm`;
  const doubling = doublingDays === null ? '' : `, doubling time ${doublingDays} days`;
  return `${kind ?? 'texture unknown'} ${size}, ${courseWords[course]}${doubling}`;
}

function ruleOf(row: Row | null, days: number, text: string): Rule {
  return {
    id: followUpId,
    values: { row, days },
    text: `Lung-RADS v2022 beside the exam of ${days} ${days === 1 ? 'day' : 'days'} before: ${text}`,
  };
}

export const followUpId = 'lung-rads-2022-follow-up';

/** What a reader must know of the row. */
const followUpLimits =
  'Lung-RADS is an aid for screening exams only. New and growing nodules are told by pairs made without registration: what the earlier exam did not name counts as new. Infection, benign calcification, airways and other reasons for 4X are for the reader.';
