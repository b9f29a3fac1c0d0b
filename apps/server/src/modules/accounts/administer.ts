import { and, asc, eq, isNull, max } from 'drizzle-orm';
import type { AppContext, Executor } from '../../context.ts';
import type { Blobs, SealedBlobs } from '../../platform/blobs/blobs.ts';
import { organisations, sessions, users } from '../../platform/database/schema.ts';
import { uuidV7 } from '../../platform/ids/uuid-v7.ts';
import type { OpenOffHost } from '../../platform/off-host/off-host.ts';
import { recordAudit } from '../audit/index.ts';
import { noSecondFactor } from './check-code.ts';
import { makeOneTimePassword, type OneTimePassword } from './one-time-password.ts';
import { hashPassword } from './passwords.ts';

/** The dependencies of administration; no queue, no engines. */
export type AdminContext = Pick<AppContext, 'config' | 'db' | 'pool' | 'now'> & {
  readonly blobs: SealedBlobs;
  /** The same store with its contents as stored. */
  readonly stored: Blobs;
  readonly openOffHost: OpenOffHost;
};

type Tools = Pick<AppContext, 'config' | 'db' | 'now'>;

/** A request that cannot be fulfilled, with a message for the administrator. */
export class AdminRefusal extends Error {
  override readonly name = 'AdminRefusal';
}

const command = { address: null, userAgent: 'admin command', requestId: null } as const;

export async function createOrganisation(name: string, context: Tools): Promise<void> {
  const { db, now } = context;
  await db.transaction(async (tx) => {
    const id = uuidV7(now());
    const made = await tx.insert(organisations).values({ id, name }).onConflictDoNothing().returning();
    if (made.length === 0) throw new AdminRefusal(`There is an organisation "${name}" already.`);
    await record(tx, 'organisation.created', { id, organisationId: id }, context);
  });
}

/** Disabling ends every session of the organisation at the next call; enabling does not revive them. */
export async function switchOrganisation(
  name: string,
  state: 'enabled' | 'disabled',
  context: Tools,
): Promise<void> {
  const { db, now } = context;
  await db.transaction(async (tx) => {
    const { id } = await organisationNamed(tx, name);
    const disabledAt = state === 'disabled' ? now() : null;
    await tx.update(organisations).set({ disabledAt }).where(eq(organisations.id, id));
    if (disabledAt) {
      for (const user of await tx.select().from(users).where(eq(users.organisationId, id))) {
        await endSessions(tx, user.id, 'disabled', context);
      }
    }
    await record(tx, `organisation.${state}`, { id, organisationId: id }, context);
  });
}

export function listOrganisations({ db }: Pick<Tools, 'db'>) {
  return db
    .select({ name: organisations.name, disabledAt: organisations.disabledAt, id: organisations.id })
    .from(organisations)
    .orderBy(asc(organisations.name));
}

export interface NewUser {
  readonly username: string;
  readonly email: string;
  readonly fullName: string;
  readonly organisation: string;
}

export async function createUser(user: NewUser, context: Tools): Promise<OneTimePassword> {
  const { db, now } = context;
  const made = makeOneTimePassword(now());
  const passwordHash = await hashPassword(made.password);
  await db.transaction(async (tx) => {
    const { id: organisationId } = await organisationNamed(tx, user.organisation);
    const id = uuidV7(now());
    const names = { username: user.username.toLowerCase(), email: user.email.toLowerCase() };
    const row = { id, organisationId, ...names, fullName: user.fullName, passwordHash };
    const rows = await tx
      .insert(users)
      .values({ ...row, passwordEndsAt: made.endsAt })
      .onConflictDoNothing()
      .returning();
    if (rows.length === 0) throw new AdminRefusal('This user name or e-mail address is taken.');
    await record(tx, 'account.created', { id, organisationId }, context);
  });
  return made;
}

export async function switchUser(
  username: string,
  state: 'enabled' | 'disabled',
  context: Tools,
): Promise<void> {
  const { db, now } = context;
  await db.transaction(async (tx) => {
    const user = await userNamed(tx, username);
    const disabledAt = state === 'disabled' ? now() : null;
    await tx.update(users).set({ disabledAt }).where(eq(users.id, user.id));
    if (disabledAt) await endSessions(tx, user.id, 'disabled', context);
    await record(tx, `account.${state}`, user, context);
  });
}

/** Sets a one-time password and optionally removes the second factor; ends all sessions of the account. */
export async function resetUser(
  username: string,
  which: { readonly secondFactor: boolean },
  context: Tools,
): Promise<OneTimePassword> {
  const made = makeOneTimePassword(context.now());
  const passwordHash = await hashPassword(made.password);
  await context.db.transaction(async (tx) => {
    const user = await userNamed(tx, username);
    const change = {
      passwordHash,
      passwordEndsAt: made.endsAt,
      ...(which.secondFactor ? noSecondFactor : {}),
    };
    await tx.update(users).set(change).where(eq(users.id, user.id));
    if (which.secondFactor) await record(tx, 'account.totp_removed', user, context);
    await endSessions(tx, user.id, 'reset', context);
    await record(tx, 'account.reset', user, context);
  });
  return made;
}

export async function changeRole(
  username: string,
  role: 'reader' | 'auditor',
  context: Tools,
): Promise<void> {
  await context.db.transaction(async (tx) => {
    const user = await userNamed(tx, username);
    await tx.update(users).set({ role }).where(eq(users.id, user.id));
    await record(tx, 'account.role_changed', user, context);
  });
}

/** Whether accounts of the organisation need a second factor at their next sign-in. */
export async function requireSecondFactor(name: string, isRequired: boolean, context: Tools): Promise<void> {
  await context.db.transaction(async (tx) => {
    const { id } = await organisationNamed(tx, name);
    await tx.update(organisations).set({ requiresTotp: isRequired }).where(eq(organisations.id, id));
    await record(tx, 'organisation.totp_changed', { id, organisationId: id }, context);
  });
}

export function listUsers({ db }: Pick<Tools, 'db'>) {
  return db
    .select({
      username: users.username,
      email: users.email,
      fullName: users.fullName,
      organisation: organisations.name,
      disabledAt: users.disabledAt,
      role: users.role,
      passwordEndsAt: users.passwordEndsAt,
      lastUsedAt: max(sessions.lastUsedAt),
    })
    .from(users)
    .innerJoin(organisations, eq(organisations.id, users.organisationId))
    .leftJoin(sessions, eq(sessions.userId, users.id))
    .groupBy(users.id, organisations.id)
    .orderBy(asc(organisations.name), asc(users.username));
}

async function organisationNamed(db: Executor, name: string) {
  const [row] = await db.select().from(organisations).where(eq(organisations.name, name));
  if (!row) throw new AdminRefusal(`There is no organisation "${name}".`);
  return row;
}

async function userNamed(db: Executor, username: string) {
  const [row] = await db.select().from(users).where(eq(users.username, username.toLowerCase()));
  if (!row) throw new AdminRefusal(`There is no account "${username}".`);
  return row;
}

export async function endSessions(
  tx: Executor,
  userId: string,
  because: string,
  { now }: Pick<AppContext, 'now'>,
): Promise<void> {
  await tx
    .update(sessions)
    .set({ revokedAt: now(), revokedBecause: because })
    .where(and(eq(sessions.userId, userId), isNull(sessions.revokedAt)));
}

function record(
  tx: Executor,
  action: Parameters<typeof recordAudit>[1]['action'],
  { id, organisationId }: { id: string; organisationId: string },
  context: Tools,
): Promise<void> {
  return recordAudit(
    tx,
    { action, by: { userId: null, organisationId }, from: command, subjectId: id },
    context,
  );
}
