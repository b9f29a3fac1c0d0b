import { and, eq, gt, isNull } from 'drizzle-orm';
import type { Caller } from '../../calls/caller.ts';
import type { AppContext, Executor } from '../../context.ts';
import { organisations, sessions, users } from '../../platform/database/schema.ts';
import { isSandbox } from './closed-sandbox.ts';
import { isAlive } from './sign-in/sessions.repository.ts';

/** The account of the identifier, with its password hash. */
export async function findAccount(db: Executor, by: { email: string } | { username: string }) {
  const column = 'email' in by ? users.email : users.username;
  const value = 'email' in by ? by.email : by.username;
  const [row] = await db
    .select({ user: users, organisation: organisations })
    .from(users)
    .innerJoin(organisations, eq(organisations.id, users.organisationId))
    .where(eq(column, value.toLowerCase()));
  return row;
}

/** The caller of a session that is neither ended, expired, idle nor too old, of an enabled account. */
export async function findCaller(
  sessionId: string,
  { config, db, now }: Pick<AppContext, 'config' | 'db' | 'now'>,
): Promise<(Caller & { readonly lastUsedAt: Date }) | undefined> {
  const [row] = await db
    .select({
      userId: users.id,
      organisationId: users.organisationId,
      sessionId: sessions.id,
      username: users.username,
      email: users.email,
      fullName: users.fullName,
      organisationName: organisations.name,
      isDemo: organisations.isDemo,
      role: users.role,
      lastUsedAt: sessions.lastUsedAt,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .innerJoin(organisations, eq(organisations.id, users.organisationId))
    .where(
      and(
        eq(sessions.id, sessionId),
        isNull(sessions.revokedAt),
        gt(sessions.expiresAt, now()),
        isAlive(now(), config.tokens),
        isNull(users.disabledAt),
        isNull(organisations.disabledAt),
      ),
    );
  return row && { ...row, isDemo: isSandbox(row, { config }) };
}
