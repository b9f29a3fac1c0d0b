import { and, count, eq, notInArray, type SQL, sql } from 'drizzle-orm';
import type { Executor } from '../../context.ts';
import { analyses, reports } from '../../platform/database/schema.ts';

/** All of a batch on one day: the report of an exam shares images with its slices. */
const madeAt = sql`coalesce(
  (SELECT b.created_at FROM batches b WHERE b.id = ${analyses.batchId}), ${analyses.createdAt})`;

/** Analyses that retention erases: made before a moment, and not under way. */
export function isMadeBefore({
  before,
  organisationId,
}: {
  before: Date;
  organisationId?: string;
}): SQL | undefined {
  const isOf = organisationId === undefined ? undefined : eq(analyses.organisationId, organisationId);
  return and(isOf, sql`${madeAt} < ${before}`, notInArray(analyses.state, ['queued', 'running']));
}

/** How many reports they have. */
export async function countMadeBefore(
  db: Executor,
  expiry: { before: Date; organisationId?: string },
): Promise<number> {
  const [row] = await db
    .select({ n: count() })
    .from(reports)
    .innerJoin(analyses, eq(analyses.id, reports.analysisId))
    .where(isMadeBefore(expiry));
  return row?.n ?? 0;
}
