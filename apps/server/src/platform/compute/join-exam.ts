import { moduleOf } from '@second-read/analyses/catalogue';
import { exams } from '@second-read/analyses/exam-list';
import type { ExamSlice } from '@second-read/core/exam/exam-slice';
import { examOfReport } from '@second-read/core/exam/report/concluded-exam';
import type { ExamModule } from '@second-read/core/exam/report/exam-report';
import { type ExamStatement, statedFacts } from '@second-read/core/exam/report/exam-statement';
import { stackOf, viewsOf } from '@second-read/core/exam/stack/stack';
import type { StoredExam, StoredSlice } from '@second-read/core/exam/stored-exam';
import { outcomeOfStored, type StoredOutcome } from '@second-read/core/exam/stored-outcome';
import { arrangeSeries } from '@second-read/core/series/arrange-series';
import type { SliceFacts } from '@second-read/core/series/slice-facts';

/** What a slice of an exam left, as it is stored. */
export interface LeftSlice {
  readonly slice: number | null;
  readonly frame: number | null;
  readonly state: string;
  readonly errorMessage: string | null;
  readonly examSlice: { readonly outcome: StoredOutcome; readonly facts: SliceFacts } | null;
}

export interface JoinTask {
  readonly module: string;
  readonly slices: readonly LeftSlice[];
  readonly statement: ExamStatement | null;
}

/**
 * The report of an exam; or why it is none. Undefined where no slice was read, or the module reads no exams.
 */
export async function joinExam({
  module,
  slices,
  statement,
}: JoinTask): Promise<StoredExam | string | undefined> {
  const load = Object.entries(exams).find(([id]) => id === module)?.[1];
  return load && readExam(module, await load(), slices, statement);
}

interface SentSlice {
  readonly name: string;
  readonly facts: SliceFacts;
  readonly sent: number;
  readonly outcome: ExamSlice['outcome'];
}

/** Reads the slices of an exam to its report; or why it is none. Undefined where no slice was read. */
export function readExam(
  module: string,
  reader: ExamModule,
  rows: readonly LeftSlice[],
  statement: ExamStatement | null,
): StoredExam | string | undefined {
  const words = moduleOf(module).exam;
  if (words === undefined) return undefined;
  const sent = ofOneSeries(rows.map(sentSlice));
  const stack = reader.isStack ? stackOf(sent, reader) : viewsOf(sent);
  const placed = stack.slices.map(({ file, placeMm, slabMm }) => ({
    file: file.name,
    placeMm,
    slabMm,
    outcome: file.outcome,
  }));
  if (!placed.some(({ outcome }) => outcome.status === 'read')) return undefined;
  const refusal = reader.refusal?.(placed);
  if (refusal !== undefined) return refusal;
  const facts = statement ? statedFacts(stack.facts, statement) : stack.facts;
  const aside = new Map(stack.facts.setAside.map(({ file, message }) => [file, message]));
  const all = [
    ...stack.slices.map(({ file, placeMm }) => storedSlice(file, placeMm)),
    ...sent
      .filter(({ name }) => aside.has(name))
      .map((slice) => ({
        ...storedSlice(slice, null),
        ...(slice.outcome.status === 'read' && {
          status: 'set_aside' as const,
          message: aside.get(slice.name) ?? null,
        }),
      })),
  ];
  const { series, rereads } = statement ?? {};
  const exam = examOfReport(module, reader.read(placed, facts), { slices: all, words });
  return { ...exam, ...(series && { series }), ...(rereads !== undefined && { rereads }) };
}

/** Identity was removed from the files: they are called by their numbers. */
function sentSlice({ slice, frame, examSlice, errorMessage, state }: LeftSlice): SentSlice {
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
          message: errorMessage ?? 'The image could not be read.',
        },
  };
}

/** Frames share one instance. */
function frameFacts(facts: SliceFacts, frame: number | null): SliceFacts {
  return frame === null ? facts : { ...facts, instanceUid: undefined, instanceNumber: frame };
}

/** What names no series, as a slice that could not be opened, is of the series of the most slices. */
function ofOneSeries(sent: readonly SentSlice[]): SentSlice[] {
  const seriesUid = arrangeSeries(sent.filter(({ facts }) => facts.seriesUid !== undefined))[0]?.uid;
  return sent.map((slice) => ({
    ...slice,
    facts: { ...slice.facts, seriesUid: slice.facts.seriesUid ?? seriesUid },
  }));
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
    ...(isRead && outcome.pixelMm && { pixelMm: outcome.pixelMm }),
    ...(isRead && outcome.evidence.landmarks && { landmarks: outcome.evidence.landmarks }),
  };
}
