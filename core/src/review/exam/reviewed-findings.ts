import { notFound } from '../../exam/report/exam-report.ts';
import type { StoredExam, StoredExamFinding } from '../../exam/stored-exam.ts';
import { measured } from '../../reading/measurement.ts';
import type { AnyFinding } from '../../reading/reading.ts';
import { readerMethod } from '../measure.ts';
import { outlineRegion } from '../outline-region.ts';
import { originOf } from './exam-as-reviewable.ts';
import type { ExamReviewer } from './exam-review-module.ts';
import { measuredFacts } from './measured-facts.ts';
import { placeOf } from './placed-finding.ts';
import { sliceOutlinesOf } from './slice-outlines.ts';

/**
 * The findings of a review as its exam stores them, in the order of the engine, then as they were added. What
 * nobody changed stays as it is, to the byte; that none is left is stated once for all types that share it.
 */
export function examFindings(
  exam: StoredExam,
  findings: readonly AnyFinding[],
  reviewer: ExamReviewer,
): StoredExamFinding[] {
  const orderOf = (finding: AnyFinding) => {
    const own = originOf(finding, exam)?.madeOf?.[0] ?? finding.id;
    const at = exam.findings.findIndex(({ id }) => id === own);
    return at < 0 ? exam.findings.length : at;
  };
  const all = findings
    .toSorted((a, b) => orderOf(a) - orderOf(b))
    .map((finding) => examFinding(finding, exam, reviewer));
  const absentAs = ({ type }: StoredExamFinding) => reviewer.words.types[type]?.absentAs ?? type;
  return all.filter((finding) => {
    if (finding.found) return true;
    const alike = all.filter((other) => absentAs(other) === absentAs(finding));
    return !alike.some(({ found }) => found) && alike.indexOf(finding) === 0;
  });
}

export function examFinding(
  finding: AnyFinding,
  exam: StoredExam,
  { review, words }: ExamReviewer,
): StoredExamFinding {
  const machine = originOf(finding, exam);
  if (machine !== undefined && sliceOutlinesOf(finding).length === 0 && isUntouched(finding, machine))
    return machine;
  const { id, type } = finding;
  if (finding.state !== 'found') return { ...notFound, id, type: words.types[type]?.absentAs ?? type };
  const isPlaced = machine === undefined || sliceOutlinesOf(finding).length > 0;
  const placed = isPlaced ? placeOf(finding, exam, review)?.facts : undefined;
  const changed = changedFinding(finding, machine, exam, placed);
  return { ...changed, type: review.typeOf?.(changed) ?? changed.type };
}

/** A change leaves no certainty, and measurements and descriptors that are not the machine's. */
function isUntouched(finding: AnyFinding, machine: StoredExamFinding): boolean {
  if ((finding.state === 'found') !== machine.found) return false;
  if (!machine.found) return true;
  const { descriptors, measurements, side } = finding;
  const isSame = Object.entries(descriptors ?? {}).every(
    ([name, value]) => (machine.facts[name] ?? null) === value,
  );
  return isSame && side === machine.side && measurements.every(({ method }) => method !== readerMethod);
}

function changedFinding(
  finding: AnyFinding,
  machine: StoredExamFinding | undefined,
  exam: StoredExam,
  placed: StoredExamFinding['facts'] = {},
): StoredExamFinding {
  const { id, type, side, descriptors, measurements } = finding;
  const volume = measured(measurements, 'volume', 'mm3');
  const { abcHalfMl, ...facts } = { ...machine?.facts, ...placed };
  const ofVolume = volume !== null && machine?.volumeMl === volume / 1000 && abcHalfMl !== undefined;
  return {
    ...{ id, type, found: true, probability: null, side },
    volumeMl: volume === null ? null : volume / 1000,
    diameterMm: measured(measurements, 'mean_diameter', 'mm'),
    ...(machine?.madeOf && { madeOf: machine.madeOf }),
    ...(machine?.isPart && { isPart: machine.isPart }),
    slices: withOutlines(machine?.slices ?? markOf(finding.slice, exam), finding, exam),
    facts: {
      ...facts,
      ...(ofVolume && { abcHalfMl }),
      // In place of a diameter in millimeters, of the engine's outlines.
      ...(sliceOutlinesOf(finding).length > 0 && 'diameterPx' in facts && { diameterPx: null }),
      ...Object.fromEntries(coded(descriptors)),
      ...Object.fromEntries(
        measuredFacts.flatMap(({ fact, quantity, unit }) => {
          const value = measured(measurements, quantity, unit);
          return value === null ? [] : [[fact, value]];
        }),
      ),
    },
  };
}

function coded(descriptors: AnyFinding['descriptors']): [string, string | boolean | null][] {
  return Object.entries(descriptors ?? {}).flatMap(([name, value]): [string, string | boolean | null][] =>
    typeof value === 'string' || typeof value === 'boolean' || value === null ? [[name, value]] : [],
  );
}

/** The whole slice that a reader named for a finding; none where no slice was named. */
function markOf(place: unknown, { slices }: StoredExam): StoredExamFinding['slices'] {
  const at = slices.findIndex((_, index) => index === place);
  const slice = slices[at];
  if (slice?.status !== 'read' || slice.width === null || slice.height === null) return [];
  const box = { x: 0, y: 0, width: slice.width, height: slice.height };
  return [{ slice: at, file: slice.file, box, score: 1 }];
}

/** In the order of the stack; on a slice with an outline of the reader's nothing else stands. */
function withOutlines(
  marks: StoredExamFinding['slices'],
  finding: AnyFinding,
  { slices }: StoredExam,
): StoredExamFinding['slices'] {
  const drawn = sliceOutlinesOf(finding).flatMap(({ slice, outline }) => {
    const own = slices[slice];
    if (own?.status !== 'read' || own.width === null || own.height === null) return [];
    const { box } = outlineRegion(outline, { width: own.width, height: own.height });
    return box ? [{ slice, file: own.file, box, score: 1, outline }] : [];
  });
  const kept = marks.filter(({ slice }) => !drawn.some((each) => each.slice === slice));
  return [...kept, ...drawn].sort((a, b) => a.slice - b.slice);
}
