import type { ExamSlice } from '@second-read/core/exam/exam-slice';
import type { ExamModule, ExamReport } from '@second-read/core/exam/report/exam-report';
import { type ExamStatement, statedFacts } from '@second-read/core/exam/report/exam-statement';
import { stackOf, viewsOf } from '@second-read/core/exam/stack/stack';
import type { StoredExam, StoredSlice } from '@second-read/core/exam/stored-exam';
import { outcomeOfStored } from '@second-read/core/exam/stored-outcome';
import type { SliceFacts } from '@second-read/core/series/slice-facts';
import type { AnalysisRow } from '../analyses.repository.ts';

interface SentSlice {
  readonly name: string;
  readonly facts: SliceFacts;
  readonly sent: number;
  readonly outcome: ExamSlice['outcome'];
}

/** Reads the slices of an exam to its report. Undefined where no slice was read. */
export function readExam(
  module: string,
  reader: ExamModule,
  rows: readonly AnalysisRow[],
  statement: ExamStatement | null,
): StoredExam | undefined {
  const sent = rows.map(sentSlice);
  const stack = reader.isStack ? stackOf(sent, reader) : viewsOf(sent);
  const placed = stack.slices.map(({ file, placeMm, slabMm }) => ({
    file: file.name,
    placeMm,
    slabMm,
    outcome: file.outcome,
  }));
  if (!placed.some(({ outcome }) => outcome.status === 'read')) return undefined;
  const facts = statement ? statedFacts(stack.facts, statement, reader.prefers) : stack.facts;
  const report = reader.read(placed, facts);
  const aside = new Map(stack.facts.setAside.map(({ file, message }) => [file, message]));
  const stored = storedOf(module, report, [
    ...stack.slices.map(({ file, placeMm }) => storedSlice(file, placeMm)),
    ...sent
      .filter(({ name }) => aside.has(name))
      .map((slice) => ({
        ...storedSlice(slice, null),
        status: 'set_aside' as const,
        message: aside.get(slice.name) ?? null,
      })),
  ]);
  const { series, rereads } = statement ?? {};
  return { ...stored, ...(series && { series }), ...(rereads !== undefined && { rereads }) };
}

function storedOf(
  module: string,
  { reading, findings, scores }: ExamReport,
  slices: StoredSlice[],
): StoredExam {
  // Through JSON, as the database keeps it: no undefined, and a copy that nothing else changes.
  const exam = { module, kind: 'exam', version: 1, reading, findings, scores, slices } as const;
  return JSON.parse(JSON.stringify(exam));
}

/** Identity was removed from the files: they are called by their numbers. */
function sentSlice({ slice, frame, examSlice, errorMessage, state }: AnalysisRow): SentSlice {
  const sent = slice ?? 1;
  const facts = examSlice?.facts ?? { rows: 0, columns: 0, bitsStored: 0, frames: 1 };
  return {
    name: `slice-${String(sent).padStart(4, '0')}`,
    sent,
    facts: frameFacts(facts, frame),
    outcome: examSlice
      ? outcomeOfStored(examSlice.outcome)
      : {
          status: state === 'refused' ? 'refused' : 'failed',
          reason: state === 'refused' ? 'refused' : 'analysis_failed',
          message: errorMessage ?? 'The slice could not be read.',
        },
  };
}

/**
 * One series was opened and sent: its files are one stack. Frames share one head, and stand in their order.
 */
function frameFacts(facts: SliceFacts, frame: number | null): SliceFacts {
  const ofOne = { ...facts, seriesUid: undefined };
  if (frame === null) return ofOne;
  return { ...ofOne, instanceUid: undefined, position: undefined, instanceNumber: frame };
}

function storedSlice({ name, sent, facts, outcome }: SentSlice, placeMm: number | null): StoredSlice {
  const isRead = outcome.status === 'read';
  const number = facts.instanceNumber;
  return {
    file: name,
    sent,
    instanceNumber: number !== undefined && Number.isSafeInteger(number) ? number : null,
    placeMm,
    status: outcome.status,
    message: isRead ? null : outcome.message,
    width: isRead ? outcome.width : null,
    height: isRead ? outcome.height : null,
  };
}
