import { manifests } from '@second-read/analyses/manifests';
import type { ServiceType } from '@second-read/core/analysis/manifest';
import { and, eq, lt, sql } from 'drizzle-orm';
import type { Executor } from '../../context.ts';
import { analyses, trials } from '../../platform/database/schema.ts';

export interface ServiceUsage {
  readonly serviceType: ServiceType;
  readonly used: number;
  readonly allowed: number;
}

/** Usage of every service of the catalogue; `allowed` is the default where nothing was used yet. */
export async function findUsage(db: Executor, userId: string, allowed: number): Promise<ServiceUsage[]> {
  const rows = await db.select().from(trials).where(eq(trials.userId, userId));
  return manifests.map(({ serviceType }) => {
    const row = rows.find((each) => each.serviceType === serviceType);
    return { serviceType, used: row?.used ?? 0, allowed: row?.allowed ?? allowed };
  });
}

/** Locks an account's row of one service until the end of the transaction, creating it if absent. */
export async function lockTrial(
  tx: Executor,
  trial: { userId: string; serviceType: ServiceType; allowed: number },
) {
  const lock = () => tx.select().from(trials).where(isTrial(trial)).for('update');
  const [existing] = await lock();
  if (existing) return existing;
  await tx.insert(trials).values(trial).onConflictDoNothing();
  const [row] = await lock();
  if (!row) throw new Error('the trial row that was just made is missing');
  return row;
}

/**
 * The number of queued and running analyses of the service that will be charged if they succeed: part of a
 * statement on `analyses`, whose own changes it does not see.
 */
export function inFlightOf({ userId, serviceType }: { userId: string; serviceType: ServiceType }) {
  return sql<number>`(SELECT count(*)::int FROM ${analyses} other WHERE other.user_id = ${userId}
    AND other.service_type = ${serviceType} AND other.state IN ('queued', 'running') AND other.charged)`;
}

/** Uses one up unless none is left: a single conditional statement, safe under concurrency. */
export async function useOne(
  tx: Executor,
  trial: { userId: string; serviceType: ServiceType },
): Promise<boolean> {
  const rows = await tx
    .update(trials)
    .set({ used: sql`${trials.used} + 1` })
    .where(and(isTrial(trial), lt(trials.used, trials.allowed)))
    .returning({ used: trials.used });
  return rows.length === 1;
}

function isTrial({ userId, serviceType }: { userId: string; serviceType: ServiceType }) {
  return and(eq(trials.userId, userId), eq(trials.serviceType, serviceType));
}
