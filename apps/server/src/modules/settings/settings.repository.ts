import {
  type ChangedSettings,
  defaultSettings,
  type OrganizationSettings,
  organizationSettings as settingsSchema,
} from '@second-read/contract/settings';
import { and, eq, gt, isNull, lt, or, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Executor } from '../../context.ts';
import { organizationSettings } from '../../platform/database/schema.ts';

export interface StoredSettings {
  /** Defaults where nothing was set. */
  readonly settings: OrganizationSettings;
  /** 0 where nothing was ever set. */
  readonly revision: number;
  /** When a module became one that all read first, as ISO 8601; those of before are without. */
  readonly readFirstSince: Readonly<Record<string, string>>;
  /** When a module left `off`, as ISO 8601: until then its results were shown to all. */
  readonly choosableSince: Readonly<Record<string, string>>;
}

/** Kept beside the settings, and never set by a caller. */
const moments = z.record(z.string(), z.string()).default({});
const sinceSchema = z.object({ read_first_since: moments, choosable_since: moments });

/** Of one organization. @throws where something was stored that no schema knows */
export async function settingsOf(db: Executor, organisationId: string): Promise<StoredSettings> {
  const [row] = await db
    .select()
    .from(organizationSettings)
    .where(eq(organizationSettings.organisationId, organisationId));
  const stored = settingsSchema.partial().parse(row?.settings ?? {});
  const since = sinceSchema.parse(row?.settings ?? {});
  return {
    ...{ settings: { ...defaultSettings, ...stored }, revision: row?.revision ?? 0 },
    ...{ readFirstSince: since.read_first_since, choosableSince: since.choosable_since },
  };
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
  const { settings: before, readFirstSince, choosableSince } = await settingsOf(tx, organisationId);
  const wanted = Object.entries(changed.read_first ?? {});
  const nowWhere = (isBegun: (was: string, mode: string) => boolean) =>
    Object.fromEntries(
      wanted.filter(([id, mode]) => isBegun(modeOf(before, id), mode)).map(([id]) => [id, now.toISOString()]),
    );
  const since = {
    read_first_since: {
      ...readFirstSince,
      ...nowWhere((was, mode) => mode === 'always' && was !== 'always'),
    },
    choosable_since: { ...choosableSince, ...nowWhere((was, mode) => mode !== 'off' && was === 'off') },
  };
  // Fields of a later version that this one does not know stay.
  const settings = { ...row?.settings, ...changed, ...since };
  const next = { settings, revision, updatedAt: now };
  await tx
    .update(organizationSettings)
    .set(next)
    .where(eq(organizationSettings.organisationId, organisationId));
}

function modeOf({ read_first: modes }: OrganizationSettings, module: string): string {
  return Object.entries(modes).find(([id]) => id === module)?.[1] ?? 'off';
}

/** How long one organization keeps its reports. */
export interface Retention {
  readonly organisationId: string;
  readonly days: number;
  /** The time by which the last run called reports old. */
  readonly reached: Date | null;
}

/**
 * The organizations whose old reports are to be erased now, each to one caller: they were not for `everyMs`,
 * and are taken as done.
 */
export async function takeRetentions(db: Executor, now: Date, everyMs: number): Promise<Retention[]> {
  const { organisationId, settings, retentionRunAt, retentionReached: reached } = organizationSettings;
  const days = sql<number>`(${settings} ->> 'retention_days')::int`;
  const isDue = or(
    isNull(retentionRunAt),
    lt(retentionRunAt, new Date(now.getTime() - everyMs)),
    // Of a run whose clock was ahead.
    gt(retentionRunAt, new Date(now.getTime() + everyMs)),
  );
  return db
    .update(organizationSettings)
    .set({ retentionRunAt: now })
    .where(and(sql`${days} IS NOT NULL`, isDue))
    .returning({ organisationId, days, reached });
}

/** Notes the time by which a run calls reports old, before it erases them. */
export async function noteRetention(db: Executor, organisationId: string, reached: Date): Promise<void> {
  await db
    .update(organizationSettings)
    .set({ retentionReached: reached })
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
