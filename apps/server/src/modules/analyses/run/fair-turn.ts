import { type SQL, sql } from 'drizzle-orm';
import { analyses } from '../../../platform/database/schema.ts';

interface NewAnalysis {
  readonly id: string;
  readonly userId: string;
  readonly organisationId: string;
  readonly batchId: string | null;
}

/** So long a failure counts. */
const rememberedMs = 10 * 60_000;

/**
 * How many analyses a new one goes behind (see `Queue.publish`): those of its account that are under way, and
 * one for each other account of its organization that has any. So accounts take turns, and organizations do,
 * however many one of them sends. Each failure of the account in the last ten minutes counts as one more:
 * pictures that end a thread cost whoever sends them. Part of a statement, whose own changes it does not see.
 */
export function turnOf({ id, userId, organisationId, batchId }: NewAnalysis, now: Date): SQL<number> {
  const isOwn = sql`other.user_id = ${userId}`;
  const kind = batchId === null ? sql`other.batch_id IS NULL` : sql`other.batch_id IS NOT NULL`;
  const since = new Date(now.getTime() - rememberedMs).toISOString();
  return sql<number>`(
    ${count(sql`*`, sql`${isOwn} AND other.id <> ${id}`, kind)}
    + ${count(sql`DISTINCT other.user_id`, sql`NOT ${isOwn} AND other.organisation_id = ${organisationId}`, kind)}
    + (SELECT count(*) FROM ${analyses} other WHERE ${isOwn} AND other.id <> ${id}
        AND other.finished_at > ${since} AND other.error_code IN ('analysis_failed', 'analysis_timeout')))::int`;
}

/** Of those under way. */
function count(what: SQL, of: SQL, kind: SQL): SQL {
  return sql`(SELECT count(${what}) FROM ${analyses} other
    WHERE other.state IN ('queued', 'running') AND ${kind} AND ${of})`;
}
