import type { PushForm } from '@second-read/contract/pacs';
import { pushForms } from '@second-read/contract/reports';
import { and, eq, isNotNull, lt, ne, sql } from 'drizzle-orm';
import type { AppContext, Executor } from '../../context.ts';
import { analyses, pacsPushes, reports } from '../../platform/database/schema.ts';
import { uuidV7 } from '../../platform/ids/uuid-v7.ts';

export type PushRow = typeof pacsPushes.$inferSelect;

interface Order {
  readonly report: { readonly id: string; readonly organisationId: string };
  readonly userId: string;
  readonly form: PushForm;
  readonly isAutomatic: boolean;
}

/**
 * Requests a push of one form, again if it was sent or failed before. Undefined if one is already queued:
 * one at a time.
 */
export async function orderPush(
  db: Executor,
  { report, userId, form, isAutomatic }: Order,
  now: Date,
): Promise<PushRow | undefined> {
  const asked = { userId, isAutomatic, state: 'queued', updatedAt: now } as const;
  const [row] = await db
    .insert(pacsPushes)
    .values({
      id: uuidV7(now),
      organisationId: report.organisationId,
      reportId: report.id,
      form,
      createdAt: now,
      ...asked,
    })
    .onConflictDoUpdate({
      target: [pacsPushes.reportId, pacsPushes.form],
      set: { ...asked, round: sql`${pacsPushes.round} + 1`, tries: 0, reason: null, message: null },
      setWhere: ne(pacsPushes.state, 'queued'),
    })
    .returning();
  return row;
}

export async function findPush(db: Executor, id: string): Promise<PushRow | undefined> {
  const [row] = await db.select().from(pacsPushes).where(eq(pacsPushes.id, id));
  return row;
}

/** In order of request; forms of one request, which may share a millisecond, in the order of the contract. */
export async function pushesOfReport(db: Executor, reportId: string): Promise<PushRow[]> {
  const rows = await db.select().from(pacsPushes).where(eq(pacsPushes.reportId, reportId));
  const place = ({ form }: PushRow) => (pushForms as readonly string[]).indexOf(form);
  return rows.toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime() || place(a) - place(b));
}

type Change = Partial<Pick<PushRow, 'state' | 'tries' | 'reason' | 'message'>>;

/** Updates a queued push of the given round; undefined if it is no longer queued. */
export async function updatePush(
  db: Executor,
  { id, round }: Pick<PushRow, 'id' | 'round'>,
  change: Change,
  now: Date,
): Promise<PushRow | undefined> {
  const [row] = await db
    .update(pacsPushes)
    .set({ ...change, updatedAt: now })
    .where(and(eq(pacsPushes.id, id), eq(pacsPushes.round, round), eq(pacsPushes.state, 'queued')))
    .returning();
  return row;
}

export async function deletePush(db: Executor, id: string): Promise<void> {
  await db.delete(pacsPushes).where(eq(pacsPushes.id, id));
}

/** Queued and untouched since `before`: their job may have been lost. */
export function findWaiting(db: Executor, before: Date): Promise<PushRow[]> {
  return db
    .select()
    .from(pacsPushes)
    .where(and(eq(pacsPushes.state, 'queued'), lt(pacsPushes.updatedAt, before)))
    .limit(100);
}

/** Reports of archived pictures since `since` without any push. */
export function findUnsent(db: AppContext['db'], since: Date) {
  const { id, organisationId, userId, module } = reports;
  return db
    .select({ id, organisationId, userId, module })
    .from(analyses)
    .innerJoin(reports, eq(reports.analysisId, analyses.id))
    .leftJoin(pacsPushes, eq(pacsPushes.reportId, reports.id))
    .where(
      and(
        isNotNull(analyses.origin),
        sql`${analyses.finishedAt} >= ${since.toISOString()}`,
        sql`${pacsPushes.id} IS NULL`,
      ),
    )
    .limit(50);
}
