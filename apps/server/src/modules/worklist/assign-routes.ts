import { assignReply, assignRequest, readersReply, worklistParams } from '@second-read/contract/worklist';
import type { FastifyRequest } from 'fastify';
import { type App, callerOf, clientOf } from '../../calls/caller.ts';
import { requireRight } from '../../calls/require-right.ts';
import type { AppContext } from '../../context.ts';
import { assignReport, readersOf } from '../reviews/index.ts';

/** `/api/worklist/readers/` and `/api/worklist/{id}/assignee/`: who reads what. */
export function assignRoutes(app: App, context: AppContext): void {
  const tags = ['reviews'];
  const reading = { tags, summary: 'Accounts that reports can be given to', response: { 200: readersReply } };
  app.get('/api/worklist/readers/', { schema: reading }, async (request) => {
    const caller = callerOf(request);
    requireRight(caller, 'review');
    const readers = await readersOf(caller, context);
    return { readers: readers.map(({ username, full_name }) => ({ username, full_name })) };
  });
  const url = '/api/worklist/:id/assignee/';
  const shown = { tags, params: worklistParams, response: { 200: assignReply } };
  const giving = { ...shown, summary: 'Gives a report that waits to a reader', body: assignRequest };
  app.post(url, { schema: giving }, (request) => assign(request, request.body.username, context));
  const taking = { ...shown, summary: 'Takes a report back from whom it was given to' };
  app.delete(url, { schema: taking }, (request) => assign(request, null, context));
}

async function assign(
  request: FastifyRequest<{ Params: { id: string } }>,
  username: string | null,
  context: AppContext,
) {
  const actor = { caller: callerOf(request), from: clientOf(request) };
  const id = request.params.id.replaceAll('\0', '');
  return { assignee: await assignReport(id, username, actor, context) };
}
