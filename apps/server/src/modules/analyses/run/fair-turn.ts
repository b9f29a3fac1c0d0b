import { type SQL, sql } from 'drizzle-orm';
import type { AppContext } from '../../../context.ts';
import { analyses } from '../../../platform/database/schema.ts';
import type { AnalysisRow } from '../analyses.repository.ts';

/** So long a failure counts. */
const rememberedMs = 10 * 60_000;

/**
 * How many analyses a new one goes behind (see `Queue.publish`): those of its account that are under way, and
 * one for each other account of its organization that has any. So accounts take turns, and organizations do,
 * however many one of them sends. Each failure of the account in the last ten minutes counts as one more:
 * pictures that end a thread cost whoever sends them.
 */
export async function turnOf(row: AnalysisRow, { db, now }: Pick<AppContext, 'db' | 'now'>): Promise<number> {
  const { id, userId, organisationId, batchId } = row;
  const isOwn = sql`user_id = ${userId}`;
  const kind = batchId === null ? sql`batch_id IS NULL` : sql`batch_id IS NOT NULL`;
  const since = new Date(now().getTime() - rememberedMs).toISOString();
  const { rows } = await db.execute<{ turn: number }>(sql`SELECT (
    ${count(sql`*`, sql`${isOwn} AND id <> ${id}`, kind)}
    + ${count(sql`DISTINCT user_id`, sql`NOT ${isOwn} AND organisation_id = ${organisationId}`, kind)}
    + (SELECT count(*) FROM ${analyses} WHERE ${isOwn} AND finished_at > ${since}
        AND error_code IN ('analysis_failed', 'analysis_timeout')))::int AS turn`);
  return rows[0]?.turn ?? 0;
}

/** Of those under way. */
function count(what: SQL, of: SQL, kind: SQL): SQL {
  return sql`(SELECT count(${what}) FROM ${analyses}
    WHERE state IN ('queued', 'running') AND ${kind} AND ${of})`;
}
