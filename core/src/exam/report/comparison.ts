import { z } from 'zod';
import { isMadeOf } from '../../reading/finding.ts';
import { examFacts } from '../exam-reading.ts';
import { numberOf, rounded, textOf } from '../facts.ts';
import type { ExamFindingTypes } from './exam-finding-types.ts';
import type { ExamFinding } from './exam-report.ts';

const examChanges = [
  ...(['new', 'grown', 'smaller', 'stable', 'not_comparable', 'gone'] as const),
  /** A reader rejected it in the earlier exam. */
  'rejected_before',
  /** The reader of this exam rejected it. */
  'rejected',
] as const;

const size = z.strictObject({ volumeMl: z.number().nullable(), diameterMm: z.number().nullable() });

const plainChange = z.strictObject({
  finding: z.string().nullable(),
  prior: z.string().nullable(),
  type: z.string(),
  side: z.string().nullable(),
  change: z.enum(examChanges),
  now: size.nullable(),
  /** With its descriptors, which comparisons stored earlier lack. */
  before: size.extend({ facts: examFacts.optional() }).nullable(),
  /** Of what grows, where both volumes come of thin slices. */
  doublingDays: z.number().nullable(),
});

/** One lesion in two exams of a patient; `finding` is null of one that is gone, `prior` of a new one. */
export const lesionChange = plainChange.extend({
  /** Of one that a reader merged: what became of each part. */
  parts: z.array(plainChange).optional(),
});
export type LesionChange = z.infer<typeof lesionChange>;

/** What changed since an earlier exam, as it was when the report was made. */
export const examComparison = z.strictObject({
  reportId: z.string(),
  /** ISO date of that exam, by its files or else of its analysis. */
  date: z.string(),
  /** Between both exams; null where the order is not known to the day. */
  days: z.number().nullable(),
  /** What was compared with: a version that a clinician signed, an unsigned one, or the engine's reading. */
  version: z.enum(['signed', 'draft', 'engine']).optional(),
  /** Of neighboring slices of that exam; missing in comparisons stored earlier. */
  spacingMm: z.number().nullable().optional(),
  lesions: z.array(lesionChange),
});
export type ExamComparison = z.infer<typeof examComparison>;

export interface ComparedExam {
  readonly findings: readonly ExamFinding[];
  /** What the engine read and a reader rejected since. */
  readonly rejected?: readonly ExamFinding[];
  /** Of neighboring slices. */
  readonly spacingMm: number | null;
}

/**
 * A volume that changed by a quarter, or a diameter by more than 1.5 mm, changed: less is within what two
 * readings of one nodule differ by (British Thoracic Society 2015; Lung-RADS v2022).
 */
const volumeChange = 0.25;
const diameterChangeMm = 1.5;
/** Slices farther apart give volumes too coarse for a doubling time. */
const thinMm = 3;
/** Sizes farther apart than this, as a natural logarithm of volumes, or places that differ, are of two. */
const farthest = 2.2;
const otherPlace = 1.2;

/** The lesions of two exams, each with its like: those of this exam in their order, then what is gone. */
export function compareLesions(
  now: ComparedExam,
  earlier: ComparedExam,
  { types, days }: { readonly types: ExamFindingTypes; readonly days: number | null },
): LesionChange[] {
  const isLesion = ({ found, type }: ExamFinding) => found && types[type]?.lesion !== undefined;
  const [ours, theirs] = [now.findings.filter(isLesion), earlier.findings.filter(isLesion)];
  const pairs = pairsOf(ours, theirs, types);
  const unpaired = ours.filter((finding) => !pairs.has(finding));
  const rejected = pairsOf(unpaired, (earlier.rejected ?? []).filter(isLesion), types);
  const left = theirs.filter((prior) => ![...pairs.values()].includes(prior));
  const rejectedNow = [...pairsOf((now.rejected ?? []).filter(isLesion), left, types).values()];
  const isThin = [now, earlier].every(({ spacingMm }) => spacingMm !== null && spacingMm <= thinMm);
  return [
    ...ours.map((finding): LesionChange => {
      const before = rejected.get(finding);
      if (before === undefined) return changeOf(finding, pairs.get(finding), isThin ? days : null);
      return { ...changeOf(finding, before, null), change: 'rejected_before' };
    }),
    ...left.map((prior): LesionChange => {
      const change = rejectedNow.includes(prior) ? 'rejected' : 'gone';
      const { type, side } = prior;
      return { ...without, change, prior: prior.id, type, side, before: before(prior) };
    }),
  ];
}

/** The likest pair first, each lesion once. */
function pairsOf(ours: readonly ExamFinding[], theirs: readonly ExamFinding[], types: ExamFindingTypes) {
  const costs = ours.flatMap((a) => theirs.map((b) => ({ a, b, cost: unlikeness(a, b, types) })));
  const pairs = new Map<ExamFinding, ExamFinding>();
  for (const { a, b, cost } of costs.toSorted((one, other) => one.cost - other.cost)) {
    if (cost <= farthest && !pairs.has(a) && ![...pairs.values()].includes(b)) pairs.set(a, b);
  }
  return pairs;
}

function unlikeness(a: ExamFinding, b: ExamFinding, types: ExamFindingTypes): number {
  if (types[a.type]?.lesion !== types[b.type]?.lesion) return Number.POSITIVE_INFINITY;
  if (a.side !== null && b.side !== null && a.side !== b.side) return Number.POSITIVE_INFINITY;
  const places = ['third', 'frontToBack', 'views'].filter((name) => {
    const [one, other] = [textOf(a.facts, name), textOf(b.facts, name)];
    return one !== null && other !== null && one !== other;
  });
  return otherPlace * places.length + Math.abs(logRatio(a, b) ?? 0);
}

/** Of volumes, or of diameters cubed; undefined without a measure in common. */
function logRatio(a: ExamFinding, b: ExamFinding): number | undefined {
  if (a.volumeMl && b.volumeMl) return Math.log(a.volumeMl / b.volumeMl);
  if (a.diameterMm && b.diameterMm) return 3 * Math.log(a.diameterMm / b.diameterMm);
  return undefined;
}

function before(prior: ExamFinding) {
  return { ...sizeOf(prior), facts: { ...prior.facts } };
}

function sizeOf({ volumeMl, diameterMm }: ExamFinding) {
  return { volumeMl, diameterMm };
}

type Sized = Pick<ExamFinding, 'volumeMl' | 'diameterMm'>;

/**
 * The comparison for findings that a reader changed: sizes are compared anew, what is no longer there was
 * rejected, which is said if the earlier exam had it. What a reader added is paired with nothing. A merged
 * lesion is compared with all that its parts were; what was split, with nothing in size.
 */
export function comparedAnew(comparison: ExamComparison, findings: readonly ExamFinding[]): ExamComparison {
  const found = findings.filter((each) => each.found);
  const done = new Set<ExamFinding>();
  const lesions = comparison.lesions.flatMap((lesion): LesionChange[] => {
    const { finding: id } = lesion;
    if (id === null) return [lesion];
    const owners = found.filter((each) => isMadeOf(each, id));
    if (owners.length === 0) {
      const isNowhere = lesion.before === null || lesion.change === 'rejected_before';
      return isNowhere ? [] : [{ ...lesion, ...without, change: 'rejected' }];
    }
    return owners.flatMap((owner) => {
      if (done.has(owner)) return [];
      done.add(owner);
      const own = comparison.lesions.filter((each) => each.finding !== null && isMadeOf(owner, each.finding));
      return [changeNow(owner, own)];
    });
  });
  // Those that are gone or rejected come last.
  return { ...comparison, lesions: lesions.toSorted((a, b) => rank(a) - rank(b)) };
}

/** What became of a finding; `all`: of each of the engine's findings that it is made of. */
function changeNow(now: ExamFinding, all: readonly LesionChange[]): LesionChange {
  const counted = all.filter(({ change }) => change !== 'rejected_before');
  const lesions = counted.length > 0 ? counted : all;
  const before = beforeOf(lesions);
  const [first, ...others] = lesions.toSorted((a, b) => sizeBefore(b) - sizeBefore(a));
  const { id: finding, type, side } = now;
  const own = { ...first, finding, type, side, now: sizeOf(now), before } as LesionChange;
  const isSame = own.now?.volumeMl === first?.now?.volumeMl && own.now?.diameterMm === first?.now?.diameterMm;
  if (before === null || own.change === 'rejected_before') return withParts(own, all);
  if (now.isPart) return { ...own, change: 'not_comparable', doublingDays: null };
  if (isSame && others.length === 0) return withParts(own, all);
  return withParts({ ...own, change: kindOf(now, before), doublingDays: null }, all);
}

function withParts(own: LesionChange, all: readonly LesionChange[]): LesionChange {
  if (all.length < 2) return own;
  return { ...own, parts: all.flatMap(({ parts, ...each }) => parts ?? [each]) };
}

/** Of what several lesions were together; null where the earlier exam had none of them. */
function beforeOf(all: readonly LesionChange[]): LesionChange['before'] {
  const known = all
    .flatMap(({ before: each }) => each ?? [])
    .toSorted((a, b) => sizeOfPrior(b) - sizeOfPrior(a));
  const [widest] = known;
  if (widest === undefined || known.length === 1) return widest ?? null;
  const volumes = known.flatMap(({ volumeMl }) => volumeMl ?? []);
  const volumeMl = volumes.length < known.length ? null : volumes.reduce((sum, one) => sum + one, 0);
  return { ...widest, volumeMl };
}

const sizeOfPrior = ({ diameterMm, volumeMl }: Sized) => diameterMm ?? volumeMl ?? 0;
const sizeBefore = ({ before: each }: LesionChange) => (each === null ? -1 : sizeOfPrior(each));

const without = { finding: null, now: null, doublingDays: null } as const;
const rank = ({ finding }: LesionChange) => (finding === null ? 1 : 0);

function changeOf(finding: ExamFinding, prior: ExamFinding | undefined, days: number | null): LesionChange {
  const change = prior === undefined ? 'new' : kindOf(finding, prior);
  return {
    finding: finding.id,
    prior: prior?.id ?? null,
    type: finding.type,
    side: finding.side,
    change,
    now: sizeOf(finding),
    before: prior ? before(prior) : null,
    doublingDays: prior && change === 'grown' ? doublingDays(finding, prior, days) : null,
  };
}

/** Volumes count before diameters; where the two clearly disagree, neither is believed. */
function kindOf(finding: Sized, prior: Sized): LesionChange['change'] {
  const byDiameter = ofDiameters(finding, prior);
  if (!finding.volumeMl || !prior.volumeMl) return byDiameter;
  const ratio = finding.volumeMl / prior.volumeMl;
  const byVolume = ratio >= 1 + volumeChange ? 'grown' : ratio <= 1 - volumeChange ? 'smaller' : 'stable';
  const isContrary = [byVolume, byDiameter].toSorted().join(' ') === 'grown smaller';
  return isContrary ? 'not_comparable' : byVolume;
}

function ofDiameters(finding: Sized, prior: Sized): LesionChange['change'] {
  if (finding.diameterMm === null || prior.diameterMm === null) return 'not_comparable';
  const more = finding.diameterMm - prior.diameterMm;
  if (more > diameterChangeMm) return 'grown';
  return more < -diameterChangeMm ? 'smaller' : 'stable';
}

/** Schwartz, Cancer 14:1272, 1961. */
function doublingDays(a: ExamFinding, b: ExamFinding, days: number | null): number | null {
  if (!a.volumeMl || !b.volumeMl || days === null || days < 1) return null;
  return rounded((days * Math.LN2) / Math.log(a.volumeMl / b.volumeMl), 0);
}

/** What is compared of an exam that was read. */
export function comparedExam({
  findings,
  rejected,
  reading,
}: Pick<ComparedExam, 'findings' | 'rejected'> & {
  readonly reading: { readonly facts: ExamFinding['facts'] };
}): ComparedExam {
  return { findings, ...(rejected && { rejected }), spacingMm: spacingOf(reading.facts) };
}

/** How far apart the slices of an exam's reading are. */
export function spacingOf(facts: ExamFinding['facts']): number | null {
  return numberOf(facts, 'spacingMm');
}
