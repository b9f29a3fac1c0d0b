import { and, eq, inArray } from 'drizzle-orm';
import type { ClientInfo } from '../../../calls/caller.ts';
import type { AppContext } from '../../../context.ts';
import { analyses, type BatchStop } from '../../../platform/database/schema.ts';
import { recordAudit } from '../../audit/index.ts';
import { cancelAnalysis } from '../cancel.ts';
import { type BatchRow, markStopped } from './batches.repository.ts';

/**
 * Reads nothing more of a batch: no slice is added any more, and what waits or runs is cancelled uncharged.
 */
export async function stopBatch(
  batch: BatchRow,
  how: { because: BatchStop; from: ClientInfo | null },
  context: AppContext,
): Promise<void> {
  const { db, now } = context;
  await db.transaction(async (tx) => {
    const stopped = await markStopped(tx, { id: batch.id, because: how.because, at: now() });
    if (!stopped) return;
    const event = { action: 'batch.stopped', by: batch, from: how.from, subjectId: batch.id } as const;
    await recordAudit(tx, { ...event, details: { module: batch.module, because: how.because } }, context);
  });
  const inFlight = and(eq(analyses.batchId, batch.id), inArray(analyses.state, ['queued', 'running']));
  const rows = await db.select({ id: analyses.id }).from(analyses).where(inFlight);
  for (const row of rows) await cancelAnalysis(row, context);
}
