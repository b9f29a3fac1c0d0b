import {
  type WorklistMine,
  type WorklistMineRequest,
  worklistMineReply,
  worklistMineRequest,
} from '@second-read/contract/worklist';
import type { FastifyRequest } from 'fastify';
import { type App, type Caller, callerOf } from '../../calls/caller.ts';
import { requireRight } from '../../calls/require-right.ts';
import type { AppContext } from '../../context.ts';
import { countNewer } from '../reviews/index.ts';
import { findKept, keep } from './readers.repository.ts';

const countedTo = 100;

/** GET and PATCH /api/worklist/mine/: what is new to the caller, and the caller's filters. */
export function mineRoutes(app: App, context: AppContext): void {
  const shown = { tags: ['reviews'], response: { 200: worklistMineReply } };
  const reading = { ...shown, summary: 'How many reports came since the caller last looked; saved filters' };
  app.get('/api/worklist/mine/', { schema: reading }, (request) => mineOf(readerOf(request), context));
  const changing = {
    ...shown,
    summary: 'Saves filters, or that the caller looks now',
    body: worklistMineRequest,
  };
  app.patch('/api/worklist/mine/', { schema: changing }, (request) =>
    change(request.body, readerOf(request), context),
  );
}

function readerOf(request: FastifyRequest): Caller {
  const caller = callerOf(request);
  requireRight(caller, 'read');
  return caller;
}

async function mineOf(
  { userId, organisationId }: Caller,
  { db }: Pick<AppContext, 'db'>,
): Promise<WorklistMine> {
  const kept = await findKept(db, userId);
  const since = kept?.lookedAt ?? new Date(0);
  const unread = await countNewer(db, { organisationId, since, most: countedTo });
  const hasLooked = kept !== undefined && kept.lookedAt.getTime() > 0;
  return { unread, looked_at: hasLooked ? kept.lookedAt.toISOString() : null, filters: kept?.filters ?? {} };
}

async function change(
  { looked, filters }: WorklistMineRequest,
  caller: Caller,
  context: AppContext,
): Promise<WorklistMine> {
  await keep(context.db, caller.userId, {
    ...(looked && { lookedAt: context.now() }),
    ...(filters && { filters }),
  });
  return mineOf(caller, context);
}
