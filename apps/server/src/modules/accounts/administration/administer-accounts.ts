import { type Role, rightsOfRole } from '@second-read/core/roles/rights';
import { and, asc, eq, isNull, max } from 'drizzle-orm';
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
import { isDemoOrganisation } from './organisations.ts';

export interface NewUser {
  readonly username: string;
  readonly email: string;
  readonly fullName: string;
  readonly organisation: string;
  readonly role: Role;
}

/**
 * @throws AdminRefusal where the user name or e-mail address is taken, by whichever organization: the words
 * do not say whose, nor which of the two
 */
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
    const { id: organisationId, isDemo } = await organisationNamed(tx, user.organisation);
    if (isDemo) throw ofDemo();
    const names = { username: user.username.toLowerCase(), email: user.email.toLowerCase() };
    const { fullName, role } = user;
    const rows = await tx
      .insert(users)
      .values({ id, organisationId, ...names, fullName, role, passwordHash, passwordEndsAt: made.endsAt })
      .onConflictDoNothing()
      .returning();
    if (rows.length === 0) throw new AdminRefusal('This user name or e-mail address cannot be used.');
    const details = { username: names.username, role };
    await record(tx, { action: 'account.created', on: { id, organisationId }, by, details }, context);
  });
  return { ...made, id };
}

/** Whose one-time passwords could never be replaced (`refuseShared`). */
const ofDemo = () =>
  new AdminRefusal(
    'Accounts of the demo organization are shared and keep their password, so that a new one could never sign in: create an organization first.',
  );

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
    await requireAdministrator(tx, by);
    const on = await userNamed(tx, username, by);
    if (await isDemoOrganisation(tx, on.organisationId)) throw ofDemo();
    const change = {
      passwordHash,
      passwordEndsAt: made.endsAt,
      ...(which.secondFactor ? noSecondFactor : {}),
    };
    await tx.update(users).set(change).where(eq(users.id, on.id));
    const details = { username: on.username };
    await endSessions(tx, on.id, 'reset', context);
    if (which.secondFactor) await record(tx, { action: 'account.totp_removed', on, by, details }, context);
    await record(tx, { action: 'account.reset', on, by, details }, context);
  });
  return made;
}

export interface AccountChange {
  readonly role?: Role;
  readonly isDisabled?: boolean;
}

/**
 * Another role, or disabled or enabled, in one step. Whoever loses a right or is disabled is signed out
 * everywhere: open event streams and image links end with the sessions. Enabling does not revive them.
 */
export async function changeUser(
  username: string,
  change: AccountChange,
  context: Tools,
  by: Administrator = null,
): Promise<void> {
  const { db, now } = context;
  await db.transaction(async (tx) => {
    await requireAdministrator(tx, by);
    const on = await userNamed(tx, username, by);
    const { role = on.role, isDisabled = on.disabledAt !== null } = change;
    const isSwitched = isDisabled !== (on.disabledAt !== null);
    const disabledAt = isSwitched ? (isDisabled ? now() : null) : on.disabledAt;
    await tx.update(users).set({ role, disabledAt }).where(eq(users.id, on.id));
    const isLess = rightsOfRole[on.role].some((right) => !rightsOfRole[role].includes(right));
    if (isLess || (isSwitched && isDisabled))
      await endSessions(tx, on.id, isDisabled ? 'disabled' : 'role', context);
    const noted = { on, by, details: { username: on.username } };
    if (role !== on.role) {
      const details = { ...noted.details, from: on.role, to: role };
      await record(tx, { ...noted, action: 'account.role_changed', details }, context);
    }
    const action = isDisabled ? 'account.disabled' : 'account.enabled';
    if (isSwitched) await record(tx, { ...noted, action }, context);
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

/**
 * Changes by administrators of one organization go one after the other, and each needs to be one still: of
 * two who demote each other at once the second is refused, so that one remains.
 */
async function requireAdministrator(tx: Executor, by: Administrator): Promise<void> {
  if (by === null) return;
  const { organisationId, userId } = by.caller;
  const isOne = and(
    eq(users.organisationId, organisationId),
    eq(users.role, 'administrator'),
    isNull(users.disabledAt),
  );
  const found = await tx
    .select({ id: users.id })
    .from(users)
    .where(isOne)
    .orderBy(asc(users.id))
    .for('no key update');
  if (!found.some(({ id }) => id === userId)) throw new AdminRefusal('You are no longer an administrator.');
}

/** Locked to the end of the transaction. @throws AdminRefusal where the administrator has no such account */
async function userNamed(tx: Executor, username: string, by: Administrator) {
  const ofOwn = by === null ? undefined : eq(users.organisationId, by.caller.organisationId);
  const [row] = await tx
    .select()
    .from(users)
    .where(and(eq(users.username, username.toLowerCase()), ofOwn))
    .for('no key update');
  if (!row) throw new AdminRefusal(`There is no account "${username}".`);
  return row;
}
