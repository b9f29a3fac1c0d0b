import {
  type ChangedSettings,
  defaultSettings,
  type OrganizationSettings,
  organizationSettings as settingsSchema,
} from '@second-read/contract/settings';
import { eq } from 'drizzle-orm';
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

/** Makes the row if it is missing and locks it to the end of the transaction. */
export async function lockSettings(tx: Executor, organisationId: string, now: Date): Promise<void> {
  await tx.insert(organizationSettings).values({ organisationId, updatedAt: now }).onConflictDoNothing();
  await tx
    .select({ revision: organizationSettings.revision })
    .from(organizationSettings)
    .where(eq(organizationSettings.organisationId, organisationId))
    .for('update');
}
