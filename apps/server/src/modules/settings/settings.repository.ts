import {
  type ChangedSettings,
  defaultSettings,
  type OrganizationSettings,
  organizationSettings as settingsSchema,
} from '@second-read/contract/settings';
import { and, eq, isNull, lt, or, sql } from 'drizzle-orm';
import type { Executor } from '../../context.ts';
import { organizationSettings } from '../../platform/database/schema.ts';

export interface StoredSettings {
  /** Defaults where nothing was set. */
  readonly settings: OrganizationSettings;
  /** 0 where nothing was ever set. */
  readonly revision: number;
}

/** Of one organization. @throws where something was stored that no schema knows */
export async function settingsOf(db: Executor, organisationId: string): Promise<StoredSettings> {
  const [row] = await db
    .select()
    .from(organizationSettings)
    .where(eq(organizationSettings.organisationId, organisationId));
  const stored = settingsSchema.partial().parse(row?.settings ?? {});
  return { settings: { ...defaultSettings, ...stored }, revision: row?.revision ?? 0 };
}

/**
 * Changes the fields that are given. In a transaction: the row stays locked to its end, so that `settingsOf`
 * before it tells the truth.
 */
export async function storeSettings(
  tx: Executor,
  organisationId: string,
  { changed, revision, now }: { changed: ChangedSettings; revision: number; now: Date },
): Promise<void> {
  const [row] = await tx
    .select({ settings: organizationSettings.settings })
    .from(organizationSettings)
    .where(eq(organizationSettings.organisationId, organisationId));
  // Fields of a later version that this one does not know stay.
  const next = { settings: { ...row?.settings, ...changed }, revision, updatedAt: now };
  await tx
    .update(organizationSettings)
    .set(next)
    .where(eq(organizationSettings.organisationId, organisationId));
}

/** How long one organization keeps its reports. */
export interface Retention {
  readonly organisationId: string;
  readonly days: number;
}

/**
 * The organizations whose old reports are to be erased now, each to one caller: they were not for `everyMs`,
 * and are taken as done.
 */
export async function takeRetentions(db: Executor, now: Date, everyMs: number): Promise<Retention[]> {
  const { organisationId, settings, retentionRunAt } = organizationSettings;
  const days = sql<number>`(${settings} ->> 'retention_days')::int`;
  const isDue = or(isNull(retentionRunAt), lt(retentionRunAt, new Date(now.getTime() - everyMs)));
  return db
    .update(organizationSettings)
    .set({ retentionRunAt: now })
    .where(and(sql`${days} IS NOT NULL`, isDue))
    .returning({ organisationId, days });
}

/** Makes the row if it is missing and locks it to the end of the transaction. */
export async function lockSettings(tx: Executor, organisationId: string, now: Date): Promise<void> {
  await tx.insert(organizationSettings).values({ organisationId, updatedAt: now }).onConflictDoNothing();
  await tx
    .select({ revision: organizationSettings.revision })
    .from(organizationSettings)
    .where(eq(organizationSettings.organisationId, organisationId))
    .for('update');
}
