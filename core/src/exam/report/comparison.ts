import { z } from 'zod';
import { numberOf, rounded, textOf } from '../facts.ts';
import type { ExamFinding } from './exam-report.ts';
import type { ExamWords } from './exam-words.ts';

const examChanges = ['new', 'grown', 'smaller', 'stable', 'not_comparable', 'gone'] as const;

const size = z.strictObject({ volumeMl: z.number().nullable(), diameterMm: z.number().nullable() });

/** One lesion in two exams of a patient; `finding` is null of one that is gone, `prior` of a new one. */
export const lesionChange = z.strictObject({
  finding: z.string().nullable(),
  prior: z.string().nullable(),
  type: z.string(),
  side: z.string().nullable(),
  change: z.enum(examChanges),
  now: size.nullable(),
  before: size.nullable(),
  /** Of what grows, where both volumes come of thin slices. */
  doublingDays: z.number().nullable(),
});
export type LesionChange = z.infer<typeof lesionChange>;

/** What changed since an earlier exam, as it was when the report was made. */
export const examComparison = z.strictObject({
  reportId: z.string(),
  /** ISO date of that exam, by its files or else of its analysis. */
  date: z.string(),
  /** Between both exams; null where the order is not known to the day. */
  days: z.number().nullable(),
  lesions: z.array(lesionChange),
});
export type ExamComparison = z.infer<typeof examComparison>;

export interface ComparedExam {
  readonly findings: readonly ExamFinding[];
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
  before: ComparedExam,
  { types, days }: { readonly types: ExamWords['types']; readonly days: number | null },
): LesionChange[] {
  const isLesion = ({ found, type }: ExamFinding) => found && types[type]?.lesion !== undefined;
  const [ours, theirs] = [now.findings.filter(isLesion), before.findings.filter(isLesion)];
  const pairs = pairsOf(ours, theirs, types);
  const isThin = [now, before].every(({ spacingMm }) => spacingMm !== null && spacingMm <= thinMm);
  return [
    ...ours.map((finding) => changeOf(finding, pairs.get(finding), isThin ? days : null)),
    ...theirs
      .filter((prior) => ![...pairs.values()].includes(prior))
      .map((prior): LesionChange => ({ ...changeOf(prior, undefined, null), ...goneOf(prior) })),
  ];
}

function goneOf(prior: ExamFinding) {
  return { finding: null, prior: prior.id, change: 'gone' as const, now: null, before: sizeOf(prior) };
}

/** The likest pair first, each lesion once. */
function pairsOf(ours: readonly ExamFinding[], theirs: readonly ExamFinding[], types: ExamWords['types']) {
  const costs = ours.flatMap((a) => theirs.map((b) => ({ a, b, cost: unlikeness(a, b, types) })));
  const pairs = new Map<ExamFinding, ExamFinding>();
  for (const { a, b, cost } of costs.toSorted((one, other) => one.cost - other.cost)) {
    if (cost <= farthest && !pairs.has(a) && ![...pairs.values()].includes(b)) pairs.set(a, b);
  }
  return pairs;
}

function unlikeness(a: ExamFinding, b: ExamFinding, types: ExamWords['types']): number {
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

function sizeOf({ volumeMl, diameterMm }: ExamFinding) {
  return { volumeMl, diameterMm };
}

function changeOf(finding: ExamFinding, prior: ExamFinding | undefined, days: number | null): LesionChange {
  const change = prior === undefined ? 'new' : kindOf(finding, prior);
  return {
    finding: finding.id,
    prior: prior?.id ?? null,
    type: finding.type,
    side: finding.side,
    change,
    now: sizeOf(finding),
    before: prior ? sizeOf(prior) : null,
    doublingDays: prior && change === 'grown' ? doublingDays(finding, prior, days) : null,
  };
}

function kindOf(finding: ExamFinding, prior: ExamFinding): LesionChange['change'] {
  if (finding.volumeMl && prior.volumeMl) {
    const ratio = finding.volumeMl / prior.volumeMl;
    if (ratio >= 1 + volumeChange) return 'grown';
    return ratio <= 1 - volumeChange ? 'smaller' : 'stable';
  }
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
  reading,
}: {
  readonly findings: ComparedExam['findings'];
  readonly reading: { readonly facts: ExamFinding['facts'] };
}): ComparedExam {
  return { findings, spacingMm: spacingOf(reading.facts) };
}

/** How far apart the slices of an exam's reading are. */
export function spacingOf(facts: ExamFinding['facts']): number | null {
  return numberOf(facts, 'spacingMm');
}
