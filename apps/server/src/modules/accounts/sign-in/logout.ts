import { refreshRequest } from '@second-read/contract/accounts';
import { z } from 'zod';
import { type App, clientOf } from '../../../calls/caller.ts';
import type { AppContext } from '../../../context.ts';
import { recordAudit } from '../../audit/index.ts';
import { findCaller } from '../accounts.repository.ts';
import { readRefreshToken } from './refresh-token.ts';
import { revokeSession } from './sessions.repository.ts';

/** POST /api/accounts/logout/: the holder of a session's refresh token, even a spent one, may end it. */
export function logout(app: App, context: AppContext): void {
  const { config, db, now } = context;
  app.post(
    '/api/accounts/logout/',
    {
      config: { access: 'public' },
      schema: { tags: ['accounts'], security: [], body: refreshRequest, response: { 204: z.null() } },
    },
    async (request, reply) => {
      const claims = readRefreshToken(request.body.refresh, config.tokens.jwtSecret);
      if (claims) {
        const by = (await findCaller(claims.sessionId, context)) ?? null;
        const event = {
          action: 'session.closed',
          by,
          from: clientOf(request),
          subjectId: claims.sessionId,
        } as const;
        await db.transaction(async (tx) => {
          if (await revokeSession(tx, claims.sessionId, 'logout', now()))
            await recordAudit(tx, event, context);
        });
        await context.signals.notify(`session:${claims.sessionId}`);
      }
      return reply.code(204).send(null);
    },
  );
}
