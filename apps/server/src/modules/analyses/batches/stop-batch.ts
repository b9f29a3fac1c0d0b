import type { ClientInfo } from '../../../calls/caller.ts';
import type { BatchStop } from '../../../platform/database/schema.ts';
import { recordAudit } from '../../audit/index.ts';
import { cancelled } from '../cancel.ts';
import { type EndTools, endAnalyses } from '../run/end-analysis.ts';
import { type BatchRow, markStopped } from './batches.repository.ts';

/**
 * Reads nothing more of a batch: no slice is added any more, and what waits or runs is cancelled uncharged.
 */
export async function stopBatch(
  batch: BatchRow,
  how: { because: BatchStop; from: ClientInfo | null },
  context: EndTools,
): Promise<void> {
  const { db, now } = context;
  await db.transaction(async (tx) => {
    const stopped = await markStopped(tx, { id: batch.id, because: how.because, at: now() });
    if (!stopped) return;
    const event = { action: 'batch.stopped', by: batch, from: how.from, subjectId: batch.id } as const;
    await recordAudit(tx, { ...event, details: { module: batch.module, because: how.because } }, context);
  });
  await endAnalyses({ batchId: batch.id }, cancelled, context);
}
