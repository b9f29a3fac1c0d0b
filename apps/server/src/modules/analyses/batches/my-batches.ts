import { batchesReply } from '@second-read/contract/batches';
import { type App, callerOf, clientOf } from '../../../calls/caller.ts';
import type { AppContext } from '../../../context.ts';
import { orUnreadable, unreadableWords } from '../../../platform/log/or-unreadable.ts';
import { recordAudit } from '../../audit/index.ts';
import { openPatient } from '../../patients/index.ts';
import { readsFirst } from '../../reviews/index.ts';
import { findExamAnalyses } from '../exams/exams.repository.ts';
import { countSlices, listBatches } from './batches.repository.ts';
import { presentBatch } from './present-batch.ts';

const max = 50;

/** GET /api/batches/: the caller's own, newest first. */
export function myBatches(app: App, context: AppContext): void {
  const summary = `The caller's own series, newest first, at most ${max}`;
  const schema = { tags: ['batches'], summary, response: { 200: batchesReply } };
  app.get('/api/batches/', { schema }, async (request) => {
    const caller = callerOf(request);
    const rows = await listBatches(context.db, caller.userId, max);
    const ids = rows.map(({ id }) => id);
    const countsOf = await countSlices(context.db, ids);
    const examOf = await findExamAnalyses(context.db, ids);
    const details = { batches: ids };
    const from = clientOf(request);
    await recordAudit(context.db, { action: 'batches.listed', by: caller, from, details }, context);
    const hidden = new Set<string>();
    for (const module of new Set(rows.map((row) => row.module)))
      if (await readsFirst(context.db, caller, module)) hidden.add(module);
    return rows.map((row) => ({
      ...presentBatch(row, countsOf(row.id), {
        ...{ exam: examOf(row.id), now: context.now(), isHidden: hidden.has(row.module) },
      }),
      patient_id: orUnreadable(
        row.id,
        context.log,
        () => openPatient('batches', row, context.config.keys),
        () => unreadableWords.patientId,
      ),
    }));
  });
}
