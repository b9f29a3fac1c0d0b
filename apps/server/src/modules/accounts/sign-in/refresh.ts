import { refreshReply, refreshRequest } from '@second-read/contract/accounts';
import { type App, type ClientInfo, clientOf } from '../../../calls/caller.ts';
import { Problem } from '../../../calls/problem.ts';
import type { AppContext } from '../../../context.ts';
import { recordAudit } from '../../audit/index.ts';
import { findCaller } from '../accounts.repository.ts';
import { isSandboxClosed } from '../closed-sandbox.ts';
import { signAccessToken } from './access-token.ts';
import { makeRefreshToken, type RefreshClaims, readRefreshToken } from './refresh-token.ts';
import { advanceSession, findSession, revokeSession, wasJustSpent } from './sessions.repository.ts';

/** POST /api/accounts/token/refresh/ */
export function refresh(app: App, context: AppContext): void {
  app.post(
    '/api/accounts/token/refresh/',
    {
      config: { access: 'public' },
      schema: { tags: ['accounts'], security: [], body: refreshRequest, response: { 200: refreshReply } },
    },
    async (request) => {
      const claims = readRefreshToken(request.body.refresh, context.config.tokens.jwtSecret);
      if (!claims) throw new Problem('not_signed_in', 'Please sign in.');
      return rotate(claims, clientOf(request), context);
    },
  );
}

/** So long a device may ask again for a successor whose reply was lost. */
const graceMs = 30_000;

/** What a lost reply and its repetition have in common, and a thief elsewhere has not. */
const deviceOf = ({ address, userAgent }: ClientInfo) => `${address ?? ''} ${userAgent ?? ''}`;

/**
 * A refresh token is exchanged once. The same device that presents it again within `graceMs`, before the
 * successor was used, gets the same successor: its reply was lost. Anything else is reuse and ends the
 * session, since thief and victim cannot be distinguished.
 */
async function rotate(claims: RefreshClaims, from: ClientInfo, context: AppContext) {
  const { config, db, now } = context;
  const caller = await findCaller(claims.sessionId, context);
  if (!caller || isSandboxClosed(caller, context)) throw ended();
  const expiresAt = new Date(now().getTime() + config.tokens.refreshDays * 86_400_000);
  const device = deviceOf(from);
  const event = { action: 'session.refreshed', by: caller, from, subjectId: claims.sessionId } as const;
  const isAllowed = await db.transaction(async (tx) => {
    const isFirst = await advanceSession(tx, claims, { now: now(), expiresAt, device });
    const isAgain = !isFirst && (await wasJustSpent(tx, claims, { now: now(), device, withinMs: graceMs }));
    if (!isFirst && !isAgain) return false;
    await recordAudit(tx, { ...event, ...(isAgain && { details: { repeated: true } }) }, context);
    return true;
  });
  if (!isAllowed) {
    await endReusedSession(claims, from, context);
    throw ended();
  }
  const successor = { sessionId: claims.sessionId, generation: claims.generation + 1 };
  return {
    access: await signAccessToken({ userId: caller.userId, sessionId: claims.sessionId }, context),
    refresh: makeRefreshToken(successor, config.tokens.jwtSecret),
  };
}

async function endReusedSession(
  { sessionId }: RefreshClaims,
  from: ClientInfo,
  context: AppContext,
): Promise<void> {
  const { db, now } = context;
  const session = await findSession(db, sessionId);
  const caller = session && (await findCaller(sessionId, context));
  await db.transaction(async (tx) => {
    if (!(await revokeSession(tx, sessionId, 'reuse', now()))) return;
    const event = { action: 'session.reuse_detected', outcome: 'failure', subjectId: sessionId } as const;
    await recordAudit(tx, { ...event, by: caller ?? null, from }, context);
  });
}

const ended = () => new Problem('session_revoked', 'Your session has ended. Please sign in again.');
