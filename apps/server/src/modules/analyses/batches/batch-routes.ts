import { batchParams, batchReply } from '@second-read/contract/batches';
import { type App, callerOf } from '../../../calls/caller.ts';
import { Problem } from '../../../calls/problem.ts';
import { scopeOf } from '../../../calls/require-right.ts';
import type { AppContext } from '../../../context.ts';
import { batchResults } from './batch-results.ts';
import { findBatch } from './batches.repository.ts';
import { cancelBatch } from './cancel-batch.ts';
import { myBatches } from './my-batches.ts';
import { readBatch } from './read-batch.ts';
import { sendSlice } from './send-slice.ts';
import { startBatch } from './start-batch.ts';

/** A series read in the background, slice by slice. */
export const batchRoutes = [startBatch, sendSlice, batchProgress, batchResults, myBatches, cancelBatch];

/** GET /api/batches/{id}/: how far a batch of the organisation is, in numbers. */
function batchProgress(app: App, context: AppContext): void {
  const schema = {
    tags: ['batches'],
    summary: 'How far a series is, in numbers',
    params: batchParams,
    response: { 200: batchReply },
  };
  app.get('/api/batches/:id/', { schema }, async (request) => {
    const caller = callerOf(request);
    const batch = await findBatch(context.db, { id: request.params.id, ...scopeOf(caller) });
    if (!batch) throw new Problem('not_found', 'This series does not exist.');
    return readBatch(batch, caller, context);
  });
}
