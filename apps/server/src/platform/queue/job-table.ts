import type pg from 'pg';

/** What a run needs to know of its job. */
export interface ActiveJob {
  readonly id: string;
  readonly data: Readonly<Record<string, string>>;
  /** Earlier attempts. */
  readonly retryCount: number;
  /** Retries before the job fails for good. */
  readonly retryLimit: number;
}

/** Queries of pg-boss's own tables that its interface does not offer. Only this file knows its schema. */
export interface JobTable {
  createQueue(name: string): Promise<void>;
  /** Deletes a failed job; false if there is none with that id. */
  deleteFailed(name: string, id: string): Promise<boolean>;
  /** Whether this attempt still runs: neither ended nor reclaimed by another worker. */
  isActive(name: string, job: Pick<ActiveJob, 'id' | 'retryCount'>): Promise<boolean>;
  /** Jobs that were started more than `seconds` ago and have not ended. */
  activeFor(name: string, seconds: number): Promise<readonly ActiveJob[]>;
}

/**
 * The version of pg-boss whose schema this file was written for; a test compares it with the installed one.
 */
export const writtenForPgBoss = '10.4.2';

/** An arbitrary number that nothing else uses. */
const creationLock = 736_201_949;

export function openJobTable(pool: pg.Pool): JobTable {
  return {
    createQueue: (name) => createQueue(pool, name),
    deleteFailed: async (name, id) => {
      const text = `delete from pgboss.job where name = $1 and id = $2 and state > 'active'`;
      return (await pool.query(text, [name, id])).rowCount === 1;
    },
    isActive: async (name, { id, retryCount }) => {
      const text = `select 1 from pgboss.job where name = $1 and id = $2 and state = 'active' and retry_count = $3`;
      return (await pool.query(text, [name, id, retryCount])).rowCount === 1;
    },
    activeFor: async (name, seconds) => {
      const text = `select id, data, retry_count as "retryCount", retry_limit as "retryLimit" from pgboss.job
        where name = $1 and state = 'active' and started_on < now() - make_interval(secs => $2)`;
      return (await pool.query<ActiveJob>(text, [name, seconds])).rows;
    },
  };
}

/**
 * `boss.createQueue`, serialized across processes: its statement deadlocks when several create one queue at
 * once. The lock must be held by the session that runs it.
 */
async function createQueue(pool: pg.Pool, name: string): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [creationLock]);
    await client.query('select pgboss.create_queue($1, $2)', [name, { policy: 'standard' }]);
  } finally {
    // Ends the session and with it the lock.
    client.release(true);
  }
}
