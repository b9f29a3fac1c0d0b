import type pg from 'pg';

/** What a run needs to know of its job. */
export interface ActiveJob {
  readonly id: string;
  readonly data: Readonly<Record<string, string>>;
  /** Earlier attempts. */
  readonly retryCount: number;
  /** Retries before the job has failed. */
  readonly retryLimit: number;
}

/** The version of pg-boss whose table the query below reads; a test compares it with the installed one. */
export const writtenForPgBoss = '12.38.0';

/**
 * Jobs that were started more than `seconds` ago and have not ended. The one query of pg-boss's own tables:
 * its interface lists jobs only with all that wait.
 */
export async function activeFor(pool: pg.Pool, name: string, seconds: number): Promise<readonly ActiveJob[]> {
  const text = `select id, data, retry_count as "retryCount", retry_limit as "retryLimit" from pgboss.job
    where name = $1 and state = 'active' and started_on < now() - make_interval(secs => $2)`;
  return (await pool.query<ActiveJob>(text, [name, seconds])).rows;
}
