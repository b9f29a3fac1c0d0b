import type { BatchReply } from '@second-read/contract/batches';
import type { BatchCounts, BatchRow } from './batches.repository.ts';

/** A batch in numbers. */
export function presentBatch(batch: BatchRow, counts: BatchCounts): BatchReply {
  return {
    id: batch.id,
    module: batch.module,
    state: stateOf(batch, counts),
    stopped_because: batch.stoppedBecause,
    slices: batch.slices,
    received: counts.received,
    in_flight: counts.inFlight,
    completed: counts.completed,
    with_findings: counts.withFindings,
    refused: counts.refused,
    failed: counts.failed,
    cancelled: counts.cancelled,
    created_at: batch.createdAt.toISOString(),
  };
}

function stateOf({ stoppedBecause, slices }: BatchRow, { received, inFlight }: BatchCounts) {
  if (stoppedBecause !== null) return inFlight > 0 ? 'reading' : 'stopped';
  if (received < slices) return 'receiving';
  return inFlight > 0 ? 'reading' : 'completed';
}
