import { and, asc, eq, isNull } from 'drizzle-orm';
import type { Caller, ClientInfo } from '../../../calls/caller.ts';
import type { AppContext, Executor } from '../../../context.ts';
import type { Blobs, SealedBlobs } from '../../../platform/blobs/blobs.ts';
import { organisations, readKeys, sessions, users } from '../../../platform/database/schema.ts';
import { uuidV7 } from '../../../platform/ids/uuid-v7.ts';
import type { OpenOffHost } from '../../../platform/off-host/off-host.ts';
import { recordAudit } from '../../audit/index.ts';

/** The dependencies of administration; no queue, no engines. */
export type AdminContext = Pick<AppContext, 'config' | 'db' | 'pool' | 'now'> & {
  readonly blobs: SealedBlobs;
  /** The same store with its contents as stored. */
  readonly stored: Blobs;
  readonly openOffHost: OpenOffHost;
};

export type Tools = Pick<AppContext, 'config' | 'db' | 'now'>;

/** An administrator, who acts within the own organisation; null is the command line, which acts on any. */
export type Administrator = { readonly caller: Caller; readonly from: ClientInfo } | null;

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
    await record(tx, { action: 'organisation.created', on: { id, organisationId: id } }, context);
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
    await record(tx, { action: `organisation.${state}`, on: { id, organisationId: id } }, context);
  });
}

export function listOrganisations({ db }: Pick<Tools, 'db'>) {
  return db
    .select({ name: organisations.name, disabledAt: organisations.disabledAt, id: organisations.id })
    .from(organisations)
    .orderBy(asc(organisations.name));
}

/** Whether accounts of the organisation need a second factor at their next sign-in. */
export async function requireSecondFactor(name: string, isRequired: boolean, context: Tools): Promise<void> {
  await context.db.transaction(async (tx) => {
    const { id } = await organisationNamed(tx, name);
    await tx.update(organisations).set({ requiresTotp: isRequired }).where(eq(organisations.id, id));
    await record(tx, { action: 'organisation.totp_changed', on: { id, organisationId: id } }, context);
  });
}

export async function organisationNamed(db: Executor, name: string) {
  const [row] = await db.select().from(organisations).where(eq(organisations.name, name));
  if (!row) throw new AdminRefusal(`There is no organisation "${name}".`);
  return row;
}

/** Signs an account out everywhere; its keys for programs end too. */
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
  await tx
    .update(readKeys)
    .set({ revokedAt: now() })
    .where(and(eq(readKeys.userId, userId), isNull(readKeys.revokedAt)));
}

interface Done {
  readonly action: Parameters<typeof recordAudit>[1]['action'];
  /** The account or organisation. */
  readonly on: { readonly id: string; readonly organisationId: string };
  readonly by?: Administrator;
  readonly details?: Readonly<Record<string, unknown>>;
}

export function record(tx: Executor, { action, on, by, details }: Done, context: Tools): Promise<void> {
  const { id, organisationId } = on;
  const who = by?.caller ?? { userId: null, organisationId };
  const event = { action, by: who, from: by?.from ?? command, subjectId: id } as const;
  return recordAudit(tx, { ...event, ...(details && { details }) }, context);
}
