import { and, desc, eq, gt, isNull, lt } from 'drizzle-orm';
import type { AppContext, Executor } from '../../../context.ts';
import { sessions } from '../../../platform/database/schema.ts';
import type { RefreshClaims } from './refresh-token.ts';

export async function insertSession(db: Executor, session: typeof sessions.$inferInsert): Promise<void> {
  await db.insert(sessions).values(session);
}

/** Spends a generation: exactly one of any number of callers gets `true`. */
export async function advanceSession(
  db: Executor,
  { sessionId, generation }: RefreshClaims,
  { now, expiresAt, device }: { now: Date; expiresAt: Date; device: string },
): Promise<boolean> {
  const rows = await db
    .update(sessions)
    .set({
      generation: generation + 1,
      lastUsedAt: now,
      expiresAt,
      rotatedAt: now,
      rotatedBy: device,
    })
    .where(
      and(
        eq(sessions.id, sessionId),
        eq(sessions.generation, generation),
        isNull(sessions.revokedAt),
        gt(sessions.expiresAt, now),
      ),
    )
    .returning({ id: sessions.id });
  return rows.length === 1;
}

/**
 * Whether this generation was spent within the last moments by the same device, and no later one was: its
 * reply may have been lost on the way. The clock of the process that spent it may be ahead or behind.
 */
export async function wasJustSpent(
  db: Executor,
  { sessionId, generation }: RefreshClaims,
  { now, device, withinMs }: { now: Date; device: string; withinMs: number },
): Promise<boolean> {
  const rows = await db
    .select({ id: sessions.id })
    .from(sessions)
    .where(
      and(
        eq(sessions.id, sessionId),
        eq(sessions.generation, generation + 1),
        eq(sessions.rotatedBy, device),
        gt(sessions.rotatedAt, new Date(now.getTime() - withinMs)),
        lt(sessions.rotatedAt, new Date(now.getTime() + withinMs)),
        isNull(sessions.revokedAt),
        gt(sessions.expiresAt, now),
      ),
    );
  return rows.length === 1;
}

/** True when this call ended it. */
export async function revokeSession(
  db: Executor,
  sessionId: string,
  because: string,
  now: Date,
): Promise<boolean> {
  const rows = await db
    .update(sessions)
    .set({ revokedAt: now, revokedBecause: because })
    .where(and(eq(sessions.id, sessionId), isNull(sessions.revokedAt)))
    .returning({ id: sessions.id });
  return rows.length === 1;
}

export async function findSession(db: Executor, sessionId: string) {
  const [row] = await db.select().from(sessions).where(eq(sessions.id, sessionId));
  return row;
}

/** Valid sessions, last used first. */
export async function openSessionsOf(
  db: Executor,
  userId: string,
  { now, config }: Pick<AppContext, 'now' | 'config'>,
) {
  return db
    .select()
    .from(sessions)
    .where(
      and(
        eq(sessions.userId, userId),
        isNull(sessions.revokedAt),
        gt(sessions.expiresAt, now()),
        isAlive(now(), config.tokens),
      ),
    )
    .orderBy(desc(sessions.lastUsedAt))
    .limit(100);
}

/** Whether a session is neither idle nor too old. */
export function isAlive(now: Date, { idleMinutes, sessionHours }: Lifetime) {
  const since = (ms: number) => new Date(now.getTime() - ms);
  return and(
    idleMinutes > 0 ? gt(sessions.lastUsedAt, since(idleMinutes * 60_000)) : undefined,
    sessionHours > 0 ? gt(sessions.createdAt, since(sessionHours * 3_600_000)) : undefined,
  );
}

/** 0 is unlimited. */
type Lifetime = Pick<AppContext['config']['tokens'], 'idleMinutes' | 'sessionHours'>;

/** Recording every use would be a write per read; once in this time is enough. */
const touchEveryMs = 30_000;

export async function touchSession(db: Executor, id: string, lastUsedAt: Date, now: Date): Promise<void> {
  if (now.getTime() - lastUsedAt.getTime() < touchEveryMs) return;
  await db
    .update(sessions)
    .set({ lastUsedAt: now })
    .where(and(eq(sessions.id, id), lt(sessions.lastUsedAt, now)));
}
