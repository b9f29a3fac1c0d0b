import type { Role } from '@second-read/core/roles/rights';
import { and, asc, eq, max } from 'drizzle-orm';
import type { Executor } from '../../../context.ts';
import { organisations, sessions, users } from '../../../platform/database/schema.ts';
import { uuidV7 } from '../../../platform/ids/uuid-v7.ts';
import { makeOneTimePassword, type OneTimePassword } from '../passwords/one-time-password.ts';
import { hashPassword } from '../passwords/passwords.ts';
import { noSecondFactor } from '../second-factor/check-code.ts';
import {
  type Administrator,
  AdminRefusal,
  endSessions,
  organisationNamed,
  record,
  type Tools,
} from './administer.ts';

export interface NewUser {
  readonly username: string;
  readonly email: string;
  readonly fullName: string;
  readonly organisation: string;
  readonly role: Role;
}

/** @throws AdminRefusal where the user name or e-mail address is taken */
export async function createUser(
  user: NewUser,
  context: Tools,
  by: Administrator = null,
): Promise<OneTimePassword & { readonly id: string }> {
  const { db, now } = context;
  const made = makeOneTimePassword(now());
  const passwordHash = await hashPassword(made.password);
  const id = uuidV7(now());
  await db.transaction(async (tx) => {
    const { id: organisationId } = await organisationNamed(tx, user.organisation);
    const names = { username: user.username.toLowerCase(), email: user.email.toLowerCase() };
    const { fullName, role } = user;
    const rows = await tx
      .insert(users)
      .values({ id, organisationId, ...names, fullName, role, passwordHash, passwordEndsAt: made.endsAt })
      .onConflictDoNothing()
      .returning();
    if (rows.length === 0) throw new AdminRefusal('This user name or e-mail address is taken.');
    const details = { username: names.username, role };
    await record(tx, { action: 'account.created', on: { id, organisationId }, by, details }, context);
  });
  return { ...made, id };
}

/** Disabling ends every session of the account; enabling does not revive them. */
export async function switchUser(
  username: string,
  state: 'enabled' | 'disabled',
  context: Tools,
  by: Administrator = null,
): Promise<void> {
  const { db, now } = context;
  await db.transaction(async (tx) => {
    const on = await userNamed(tx, username, by);
    const disabledAt = state === 'disabled' ? now() : null;
    await tx.update(users).set({ disabledAt }).where(eq(users.id, on.id));
    if (disabledAt) await endSessions(tx, on.id, 'disabled', context);
    await record(tx, { action: `account.${state}`, on, by, details: { username: on.username } }, context);
  });
}

/** Sets a one-time password and optionally removes the second factor; ends all sessions of the account. */
export async function resetUser(
  username: string,
  which: { readonly secondFactor: boolean },
  context: Tools,
  by: Administrator = null,
): Promise<OneTimePassword> {
  const made = makeOneTimePassword(context.now());
  const passwordHash = await hashPassword(made.password);
  await context.db.transaction(async (tx) => {
    const on = await userNamed(tx, username, by);
    const change = {
      passwordHash,
      passwordEndsAt: made.endsAt,
      ...(which.secondFactor ? noSecondFactor : {}),
    };
    await tx.update(users).set(change).where(eq(users.id, on.id));
    const details = { username: on.username };
    if (which.secondFactor) await record(tx, { action: 'account.totp_removed', on, by, details }, context);
    await endSessions(tx, on.id, 'reset', context);
    await record(tx, { action: 'account.reset', on, by, details }, context);
  });
  return made;
}

/** Counts from the account's next call on. */
export async function changeRole(
  username: string,
  role: Role,
  context: Tools,
  by: Administrator = null,
): Promise<void> {
  await context.db.transaction(async (tx) => {
    const on = await userNamed(tx, username, by);
    await tx.update(users).set({ role }).where(eq(users.id, on.id));
    const details = { username: on.username, from: on.role, to: role };
    await record(tx, { action: 'account.role_changed', on, by, details }, context);
  });
}

/** All accounts, or those of one organisation. */
export function listUsers({ db }: Pick<Tools, 'db'>, organisationId?: string) {
  return db
    .select({
      id: users.id,
      username: users.username,
      email: users.email,
      fullName: users.fullName,
      organisation: organisations.name,
      disabledAt: users.disabledAt,
      role: users.role,
      passwordEndsAt: users.passwordEndsAt,
      totpConfirmedAt: users.totpConfirmedAt,
      lastUsedAt: max(sessions.lastUsedAt),
    })
    .from(users)
    .innerJoin(organisations, eq(organisations.id, users.organisationId))
    .leftJoin(sessions, eq(sessions.userId, users.id))
    .where(organisationId === undefined ? undefined : eq(users.organisationId, organisationId))
    .groupBy(users.id, organisations.id)
    .orderBy(asc(organisations.name), asc(users.username));
}

/** Locked to the end of the transaction. @throws AdminRefusal where the administrator has no such account */
async function userNamed(tx: Executor, username: string, by: Administrator) {
  const ofOwn = by === null ? undefined : eq(users.organisationId, by.caller.organisationId);
  const [row] = await tx
    .select()
    .from(users)
    .where(and(eq(users.username, username.toLowerCase()), ofOwn))
    .for('update');
  if (!row) throw new AdminRefusal(`There is no account "${username}".`);
  return row;
}
