import type { BatchReply } from '@second-read/contract/batches';
import { type AnalysisRow, isInFlight } from '../analyses.repository.ts';
import { reportIdOf } from '../results/blob-keys.ts';
import type { BatchCounts, BatchRow } from './batches.repository.ts';

interface Present {
  /** The analysis that makes the report, of an exam. */
  readonly exam: AnalysisRow | undefined;
  readonly now: Date;
  /** The caller does not see the results yet. */
  readonly isHidden: boolean;
}

/** A batch in numbers. */
export function presentBatch(
  batch: BatchRow,
  counts: BatchCounts,
  { exam, now, isHidden }: Present,
): BatchReply {
  return {
    id: batch.id,
    module: batch.module,
    kind: batch.kind,
    state: stateOf(batch, counts, exam),
    stopped_because: batch.stoppedBecause,
    slices: batch.slices,
    received: counts.received,
    in_flight: counts.inFlight,
    completed: counts.completed,
    ...(!isHidden && { with_findings: counts.withFindings }),
    refused: counts.refused,
    failed: counts.failed,
    cancelled: counts.cancelled,
    created_at: batch.createdAt.toISOString(),
    report_id: exam?.state === 'completed' ? reportIdOf(exam) : null,
    message: exam && !isInFlight(exam) ? exam.errorMessage : null,
    seconds_left: secondsLeft(batch, counts, now),
  };
}

function stateOf(
  { stoppedBecause, slices }: BatchRow,
  { received, inFlight }: BatchCounts,
  exam: AnalysisRow | undefined,
) {
  if (stoppedBecause !== null) return inFlight > 0 ? 'reading' : 'stopped';
  if (received < slices) return 'receiving';
  return inFlight > 0 || (exam && isInFlight(exam)) ? 'reading' : 'completed';
}

/** Fewer slices tell no pace. */
const minEnded = 3;

function secondsLeft({ slices }: BatchRow, counts: BatchCounts, now: Date): number | null {
  const { completed, refused, failed, cancelled, inFlight, startedAt } = counts;
  const ended = completed + refused + failed + cancelled;
  if (startedAt === null || ended < minEnded || inFlight === 0) return null;
  const perSlice = (now.getTime() - startedAt.getTime()) / 1000 / ended;
  return Math.max(1, Math.ceil(perSlice * (slices - ended)));
}
