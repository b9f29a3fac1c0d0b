import { wordingOf } from '@second-read/analyses/stored-reading';
import type { AnalysisId } from '@second-read/core/analysis/manifest';
import { hangingOf } from '@second-read/core/exam/hanging';
import type { Reconstruction } from '@second-read/core/exam/stack/reconstruction';
import { choiceSentences } from '@second-read/core/exam/stack/series-choice';
import type { SetAside } from '@second-read/core/exam/stack/set-aside';
import type { StackFacts } from '@second-read/core/exam/stack/stack';
import type { StoredExam } from '@second-read/core/exam/stored-exam';
import type { DoneSlice } from './read-slices.ts';

export interface ExamTimings {
  readonly arrange: number;
  readonly read: number;
  readonly report: number;
  readonly total: number;
}

/** What `exam.json` holds. Its fields are stable: other programs read them. */
export function examJson(
  module: AnalysisId,
  done: readonly DoneSlice[],
  given: {
    readonly report: StoredExam | undefined;
    readonly status: ExamStatus;
    readonly stack: StackFacts;
    readonly prefers: Reconstruction;
    readonly setAside: readonly SetAside[];
    /** How the files spell one patient in several ways. */
    readonly spellings: readonly string[];
  },
  timings: ExamTimings,
): string {
  const { report, status, stack, prefers, setAside, spellings } = given;
  return JSON.stringify(
    {
      ...status,
      module,
      slices: done.length,
      ...(report && {
        report: reportOf(report),
        findings: report.findings.map(findingOf),
        scores: report.scores,
      }),
      stack: {
        ordered_by: stack.orderedBy,
        spacing_mm: stack.spacingMm,
        thickness_mm: stack.thicknessMm,
        tilt_degrees: stack.tiltDegrees,
        gaps: stack.gaps,
        choice: choiceSentences(stack, prefers).join(' ') || undefined,
        series: stack.series.map(seriesOf),
      },
      ...(spellings.length > 0 && { patient_spellings: spellings }),
      set_aside: setAside,
      per_slice: done.map(perSlice),
      timings_ms: timings,
    },
    undefined,
    1,
  );
}

/** What the report says: sentences, and the codes that they are made of. */
function reportOf(exam: StoredExam) {
  const { module, kind, version, reading } = exam;
  return { module, kind, version, ...reading, technique_facts: reading.technique, ...wordingOf(exam) };
}

function seriesOf({ thicknessMm, isRead, ...series }: StackFacts['series'][number]) {
  return { ...series, thickness_mm: thicknessMm, read: isRead };
}

interface ExamStatus {
  readonly status: string;
  readonly reason?: string;
  readonly message?: string;
}

/**
 * Completed where anything was read that the module takes, else as most images ended; where none was of its
 * kind, as the first of them was set aside.
 */
export function statusOf(
  done: readonly DoneSlice[],
  refusal: string | undefined,
  setAside: readonly SetAside[],
): ExamStatus {
  if (refusal !== undefined) return { status: 'refused', reason: 'wrong_modality', message: refusal };
  const outcomes = done.map(({ slice }) => slice.outcome);
  if (outcomes.some(({ status }) => status === 'read')) return { status: 'completed' };
  const first = outcomes.find((outcome) => outcome.status !== 'read');
  const aside = setAside.find(({ reason }) => reason !== 'no_picture');
  if (first === undefined && aside)
    return { status: 'refused', reason: aside.reason, message: `Nothing was read: ${aside.message}.` };
  if (first === undefined)
    return { status: 'failed', reason: 'no_pictures', message: 'There is no picture to read.' };
  const status = outcomes.some((outcome) => outcome.status === 'refused') ? 'refused' : 'failed';
  return { status, reason: first.reason, message: first.message };
}

function findingOf({ slices, ...finding }: StoredExam['findings'][number]) {
  return { ...finding, slices: slices.map(({ file, box, score }) => ({ file, box, score })) };
}

function perSlice({ slice: { file, placeMm, outcome }, labels }: DoneSlice) {
  if (outcome.status !== 'read') {
    return { file, status: outcome.status, reason: outcome.reason, message: outcome.message };
  }
  const views = viewOf(outcome.evidence.facts);
  return { file, labels, status: 'read', place_mm: placeMm, scores: outcome.scores, ...views };
}

/** Side and view of a mammogram, and whether its file says them; else they were inferred from the image. */
function viewOf(facts: Parameters<typeof hangingOf>[0]) {
  const hanging = hangingOf(facts);
  if (hanging === undefined) return {};
  const { side, isSideTold, view, isViewTold } = hanging;
  return { side, side_told: isSideTold, view, view_told: isViewTold };
}
