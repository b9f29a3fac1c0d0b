import { timingSafeEqual } from 'node:crypto';
import { and, count, desc, eq, gt, isNull } from 'drizzle-orm';
import type { Caller } from '../../../calls/caller.ts';
import type { AppContext, Executor } from '../../../context.ts';
import { organisations, readKeys, sessions, users } from '../../../platform/database/schema.ts';
import { isSandbox } from '../closed-sandbox.ts';
import { digestOfSecret, type ReadKey } from './read-key-text.ts';

/** Recording every use would be a write per frame; once in this time is enough. */
const touchEveryMs = 30_000;
const keyDays = 365;
const keyMs = keyDays * 86_400_000;

export function expiryOf({ createdAt }: Pick<typeof readKeys.$inferSelect, 'createdAt'>): Date {
  return new Date(createdAt.getTime() + keyMs);
}

/** The owner of a key that is neither revoked nor expired, of an enabled account. */
export async function findByReadKey(
  { id, secret }: ReadKey,
  { config, db, now }: Pick<AppContext, 'config' | 'db' | 'now'>,
): Promise<Caller | undefined> {
  const [row] = await db
    .select({ key: readKeys, user: users, organisation: organisations })
    .from(readKeys)
    .innerJoin(users, eq(users.id, readKeys.userId))
    .innerJoin(organisations, eq(organisations.id, users.organisationId))
    .where(
      and(eq(readKeys.id, id), isOpen(now()), isNull(users.disabledAt), isNull(organisations.disabledAt)),
    );
  if (!row || isSandbox(row.organisation, { config })) return undefined;
  if (!timingSafeEqual(Buffer.from(row.key.digest), Buffer.from(digestOfSecret(secret)))) return undefined;
  const { lastUsedAt } = row.key;
  if (!lastUsedAt || now().getTime() - lastUsedAt.getTime() > touchEveryMs)
    await db.update(readKeys).set({ lastUsedAt: now() }).where(eq(readKeys.id, id));
  const { id: userId, organisationId, username, email, fullName, role } = row.user;
  return {
    ...{ userId, organisationId, username, email, fullName, role },
    ...{ sessionId: '', organisationName: row.organisation.name, isDemo: false, readKeyId: id },
  };
}

export function readKeysOf(db: Executor, userId: string, now: Date) {
  return db.select().from(readKeys).where(isOwn(userId, now)).orderBy(desc(readKeys.createdAt));
}

export async function countReadKeys(db: Executor, userId: string, now: Date): Promise<number> {
  const [row] = await db.select({ n: count() }).from(readKeys).where(isOwn(userId, now));
  return row?.n ?? 0;
}

/**
 * Holds the account and the session until the transaction ends: keys are made one after the other, and none
 * outlives a session that is being ended. False where it was ended.
 */
export async function holdSession(tx: Executor, { userId, sessionId }: Caller): Promise<boolean> {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update');
  const isHeld = and(eq(sessions.id, sessionId), isNull(sessions.revokedAt));
  const rows = await tx.select({ id: sessions.id }).from(sessions).where(isHeld).for('share');
  return rows.length === 1;
}

export async function insertReadKey(db: Executor, row: typeof readKeys.$inferInsert): Promise<void> {
  await db.insert(readKeys).values(row);
}

/** True when this call revoked it. */
export async function revokeReadKey(
  db: Executor,
  { id, userId }: { readonly id: string; readonly userId: string },
  now: Date,
): Promise<boolean> {
  const rows = await db
    .update(readKeys)
    .set({ revokedAt: now })
    .where(and(eq(readKeys.id, id), isOwn(userId, now)))
    .returning({ id: readKeys.id });
  return rows.length === 1;
}

const isOpen = (now: Date) =>
  and(isNull(readKeys.revokedAt), gt(readKeys.createdAt, new Date(now.getTime() - keyMs)));
const isOwn = (userId: string, now: Date) => and(eq(readKeys.userId, userId), isOpen(now));
