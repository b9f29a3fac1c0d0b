import pg from 'pg';
import type { PgBoss } from 'pg-boss';

/** Where the tables of pg-boss 10 are until their jobs have been sent again. */
const oldSchema = 'pgboss_10';
/** The last version of its schema that pg-boss 12 does not convert; 10.4 wrote 24. */
const lastOldVersion = 24;
/** An arbitrary number that nothing else uses. */
const startLock = 736_201_949;

interface OldJob {
  readonly name: string;
  readonly id: string;
  readonly data: Readonly<Record<string, string>>;
  readonly priority: number;
  readonly retryLimit: number;
  readonly retryDelay: number;
  readonly retryBackoff: boolean;
  readonly expireInSeconds: number;
  readonly startAfter: Date;
}

/**
 * Starts pg-boss, one process at a time. It creates and converts its own tables, but not those of version 10:
 * these are set aside, their unfinished jobs sent again under the same ids, and dropped. A process that dies
 * in between leaves the rest to the next start.
 */
export async function startBoss(boss: PgBoss, url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, application_name: 'second-read queue' });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [startLock]);
    const version = await schemaVersion(client);
    if (version !== undefined && version <= lastOldVersion) {
      await client.query(`alter schema pgboss rename to ${oldSchema}`);
    }
    await boss.start();
    const { rows } = await client.query('select to_regclass($1) as job', [`${oldSchema}.job`]);
    if (rows[0]?.job !== null) await sendAgain(boss, client);
  } finally {
    // Ends the session and with it the lock.
    await client.end();
  }
}

async function schemaVersion(client: pg.Client): Promise<number | undefined> {
  const { rows: tables } = await client.query(`select to_regclass('pgboss.version') as version`);
  if (tables[0]?.version === null) return undefined;
  const { rows } = await client.query<{ version: number }>('select version from pgboss.version');
  return rows[0]?.version;
}

async function sendAgain(boss: PgBoss, client: pg.Client): Promise<void> {
  const { rows } = await client.query<OldJob>(
    `select name, id, data, priority, retry_limit as "retryLimit", retry_delay as "retryDelay",
       retry_backoff as "retryBackoff", start_after as "startAfter",
       extract(epoch from expire_in)::int as "expireInSeconds"
     from ${oldSchema}.job where state < 'completed' and name not like '\\_\\_pgboss%' order by created_on`,
  );
  for (const name of new Set(rows.map((job) => job.name))) await boss.createQueue(name);
  for (const { name, data, ...options } of rows) await boss.send(name, data, options);
  await client.query(`drop schema ${oldSchema} cascade`);
}
