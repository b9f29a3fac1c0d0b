import { batchParams, batchReply } from '@second-read/contract/batches';
import { type App, callerOf, clientOf } from '../../../calls/caller.ts';
import { Problem } from '../../../calls/problem.ts';
import type { AppContext } from '../../../context.ts';
import { findBatch } from './batches.repository.ts';
import { readBatch } from './read-batch.ts';
import { stopBatch } from './stop-batch.ts';

/** POST /api/batches/{id}/cancel/: the caller's own. Reports that are stored stay. */
export function cancelBatch(app: App, context: AppContext): void {
  const schema = {
    tags: ['batches'],
    summary: 'Reads nothing more of a series; reports that are stored stay',
    params: batchParams,
    response: { 200: batchReply },
  };
  app.post('/api/batches/:id/cancel/', { schema }, async (request) => {
    const caller = callerOf(request);
    const { userId } = caller;
    const find = () => findBatch(context.db, { id: request.params.id, userId });
    const batch = await find();
    if (!batch) throw new Problem('not_found', 'This series does not exist.');
    const before = await readBatch(batch, caller, context);
    if (before.state === 'completed' || before.state === 'stopped') return before;
    await stopBatch(batch, { because: 'cancelled', from: clientOf(request) }, context);
    const stopped = (await find()) ?? batch;
    return readBatch(stopped, caller, context);
  });
}
