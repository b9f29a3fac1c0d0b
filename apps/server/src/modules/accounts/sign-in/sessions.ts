import { sessionParams, sessionsReply } from '@second-read/contract/accounts';
import { z } from 'zod';
import { type App, callerOf, clientOf } from '../../../calls/caller.ts';
import { notFound } from '../../../calls/problem.ts';
import type { AppContext } from '../../../context.ts';
import { recordAudit } from '../../audit/index.ts';
import { findSession, openSessionsOf, revokeSession } from './sessions.repository.ts';

/** GET /api/accounts/sessions/ and POST /api/accounts/sessions/{id}/end/: the caller's own. */
export function sessions(app: App, context: AppContext): void {
  const { db, now } = context;
  app.get(
    '/api/accounts/sessions/',
    { schema: { tags: ['accounts'], response: { 200: sessionsReply } } },
    async (request) => {
      const { userId, sessionId, isDemo } = callerOf(request);
      const rows = await openSessionsOf(db, userId, context);
      // Each visitor of the demo account sees only their own session.
      const visible = rows.filter((row) => !isDemo || row.id === sessionId);
      return visible.map((row) => ({
        id: row.id,
        created_at: row.createdAt.toISOString(),
        last_used_at: row.lastUsedAt.toISOString(),
        address: row.address,
        user_agent: row.userAgent,
        is_current: row.id === sessionId,
      }));
    },
  );
  app.post(
    '/api/accounts/sessions/:id/end/',
    { schema: { tags: ['accounts'], params: sessionParams, response: { 204: z.null() } } },
    async (request, reply) => {
      const caller = callerOf(request);
      const { id } = request.params;
      const isOwn = (await findSession(db, id))?.userId === caller.userId;
      if (!isOwn || (caller.isDemo && id !== caller.sessionId)) throw notFound('Session');
      await db.transaction(async (tx) => {
        const event = {
          action: 'session.closed',
          by: caller,
          from: clientOf(request),
          subjectId: id,
        } as const;
        if (await revokeSession(tx, id, 'ended by its owner', now())) await recordAudit(tx, event, context);
      });
      await context.signals.notify(`session:${id}`);
      return reply.code(204).send(null);
    },
  );
}
