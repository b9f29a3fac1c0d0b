import type { ExamRule } from '@second-read/core/exam/exam-reading';
import { numberOf } from '@second-read/core/exam/facts';
import type { ExamComparison, LesionChange } from '@second-read/core/exam/report/comparison';
import type { StoredExam, StoredExamFinding } from '@second-read/core/exam/stored-exam';
import { numbered } from '@second-read/core/report/sentences';
import { nameOf } from './lesion-name.ts';
import {
  baselineRow,
  maxThicknessMm,
  type Row,
  rows,
  type SizedNodule,
  sized,
  toTenth,
} from './lung-rads-rows.ts';

/** Growth: more than 1.5 mm of mean diameter within twelve months (ACR Lung-RADS v2022). */
const growthMm = 1.5;
const yearDays = 365;
/** Category 3 is looked at again after six months, 4A after three: what is then stable comes down a row. */
const stableAfterDays = { '3': 180, '4A': 90 } as const;
/** A ground-glass nodule that doubles within a year is among the examples of 4X. */
const doublesWithinDays = 365;

/**
 * What became of a nodule. `slow`: more than 1.5 mm, but not within twelve months; `open`: not known.
 */
type Course = 'new' | 'growing' | 'slow' | 'steady' | 'open';

export interface FollowedNodule extends SizedNodule {
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

/** Whether growth since the earlier exam can be judged: its date is known and its slices are thin. */
function isJudged({ comparison, reading }: StoredExam): boolean {
  if (comparison === undefined || comparison.days === null || comparison.days < 1) return false;
  const { spacingMm } = comparison;
  // Of a comparison that was stored earlier only the rule tells.
  if (spacingMm === undefined) return reading.rules.some(({ id }) => id === followUpId);
  return spacingMm !== null && spacingMm <= maxThicknessMm;
}

/** Why growth is not judged beside an earlier exam. */
export function notJudgedWords({ days, spacingMm }: ExamComparison): string {
  if (days === null || days < 1) return 'The time since the earlier exam is not known: growth is not judged.';
  if (spacingMm === undefined) return 'Growth is not judged.';
  return spacingMm === null
    ? 'Slice positions of the earlier exam are unknown: growth is not judged.'
    : `Slices of the earlier exam are ${spacingMm.toFixed(1)} mm apart: growth is not judged.`;
}

/**
 * The rule that gives the row of the most suspicious nodule beside an earlier exam, each nodule in its trace;
 * undefined where growth is not judged.
 */
export function lungRadsBeside(
  lesions: readonly StoredExamFinding[],
  exam: StoredExam,
): { readonly rule: ExamRule; readonly text: string } | undefined {
  if (!isJudged(exam)) return undefined;
  const { lesions: changes = [], days: since } = exam.comparison ?? {};
  const days = since ?? 0;
  const nodules = lesions.map((lesion) =>
    followed(
      changes.find(({ finding }) => finding === lesion.id),
      lesion,
      days,
    ),
  );
  const names = numbered(nodules.map(nameOf));
  const rated = nodules.map((one, n) => ({ row: followUpRow(one), text: ` ${names[n]}, ${words(one)}` }));
  const trace = rated.map(({ row, text }) => `${text}: ${row ?? 'not determined'}.`).join('');
  const worst = rows.findLast((row) => rated.some((one) => one.row === row)) ?? null;
  const slow = nodules.some(({ course }) => course === 'slow')
    ? ' Growth of more than 1.5 mm over more than twelve months may be 4B: for the reader.'
    : '';
  const unlisted = numberOf(exam.reading.facts, 'unlisted') ?? 0;
  if (rated.length === 0 && unlisted === 0) return ruleOf('1', days, '1, no nodule was named.');
  const isKnown = unlisted === 0 && rated.every(({ row }) => row !== null);
  if (isKnown || worst === '4X' || worst === '4B')
    return ruleOf(worst, days, `${worst}, the most suspicious nodule.${trace}${slow}`);
  const isOpen = nodules.some(({ course }) => course === 'open');
  const why = unlistedWords(unlisted) ?? (isOpen ? 'growth of a nodule is not judged' : unmeasuredWords);
  return ruleOf(null, days, `not given: ${why}.${trace}${slow}`);
}

export const unmeasuredWords = 'texture, size or solid part of a nodule is not measured';

/** Nodules that the report does not list have no row: those that are listed may be rejected. */
export function unlistedWords(count: number): string | undefined {
  if (count === 0) return undefined;
  return count === 1 ? 'a nodule is not listed' : `${count} nodules are not listed`;
}

/**
 * What became of a nodule since the earlier exam of `days` ago. What a reader added is in no comparison: it
 * stays open. Comparisons stored earlier keep no texture: it counts as unchanged, and a part-solid nodule
 * that is not new stays open, since its solid part alone may grow.
 */
function followed(change: LesionChange | undefined, lesion: StoredExamFinding, days: number): FollowedNodule {
  const is = sized(lesion);
  if (change === undefined) return { ...is, course: 'open', rowBefore: null, days, doublingDays: null };
  const { before, parts = [] } = change;
  const doubling = [change, ...parts].flatMap((each) => each.doublingDays ?? []);
  const doublingDays = doubling.length > 0 ? Math.min(...doubling) : null;
  const was = before && sized({ ...before, type: lesion.type, facts: before.facts ?? { density: is.kind } });
  const course = worstOf([courseOfChange(is, change), ...parts.map((part) => courseOfChange(null, part))]);
  // Which part of the earlier lesion it was is not known.
  const known = lesion.isPart ? 'open' : course;
  return { ...is, course: known, rowBefore: was && baselineRow(was), days, doublingDays };

  /** `now`: null of a part of a merged lesion, whose solid part is not known by itself. */
  function courseOfChange(now: SizedNodule | null, each: Omit<LesionChange, 'parts'>): Course {
    if (each.before === null) return 'new';
    if (each.before.facts === undefined && is.kind === 'part-solid') return 'open';
    const facts = each.before.facts ?? { density: is.kind };
    const earlier = sized({ ...each.before, type: lesion.type, facts });
    const part = { ...is, diameterMm: each.now?.diameterMm ?? null, solidMm: null };
    return courseOf(now ?? part, earlier, days);
  }
}

/** The first that one of them is. */
const courses = ['growing', 'open', 'new', 'slow', 'steady'] as const;

function worstOf(of: readonly Course[]): Course {
  return courses.find((course) => of.includes(course)) ?? 'open';
}

function courseOf(is: SizedNodule, was: SizedNodule, days: number): Course {
  const grown = Math.max(difference(is.diameterMm, was.diameterMm), difference(is.solidMm, was.solidMm));
  const inYear = days > yearDays ? (grown * yearDays) / days : grown;
  return inYear > growthMm ? 'growing' : grown > growthMm ? 'slow' : 'steady';
}

/** Of lengths to 0.1 mm, as they are reported; 0 where one is unknown. */
function difference(now: number | null, before: number | null): number {
  if (now === null || before === null) return 0;
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

function ruleOf(row: Row | null, days: number, text: string) {
  return {
    rule: { id: followUpId, values: { row, days } },
    text: `Lung-RADS v2022 beside the exam of ${days} ${days === 1 ? 'day' : 'days'} before: ${text}`,
  };
}

const followUpId = 'lung-rads-2022-follow-up';

export const followUpLimits =
  'Lung-RADS is an aid for screening exams only. New and growing nodules are known from pairs made without registration: what the earlier exam did not name counts as new. Infection, benign calcification, airways and other reasons for 4X are for the reader.';
