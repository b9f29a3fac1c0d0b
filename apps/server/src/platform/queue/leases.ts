import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

/**
 * Says which jobs a living process is working on: one advisory lock per job, held by a session of
 * this process. The locks end with the process, so another worker knows at once that it died.
 */
export interface Leases {
  /** False while another living process holds the job, or while the connection is down. */
  take(jobId: string): Promise<boolean>;
  release(jobId: string): Promise<void>;
  close(): Promise<void>;
}

export interface LeasesOptions {
  readonly url: string;
  /** All leases are lost: work under a lease must stop. */
  readonly onLost: () => void;
}

/** Expects a connection that keeps its session: PostgreSQL itself, or a pooler in session mode. */
export async function openLeases(options: LeasesOptions): Promise<Leases> {
  let isClosed = false;
  let client: pg.Client | undefined = await connect();

  async function connect(): Promise<pg.Client> {
    const fresh = new pg.Client({
      connectionString: options.url,
      application_name: 'second-read leases',
      connectionTimeoutMillis: 10_000,
      keepAlive: true,
    });
    fresh.on('error', () => {});
    await fresh.connect();
    fresh.once('end', () => void lost());
    return fresh;
  }

  async function lost(): Promise<void> {
    client = undefined;
    if (isClosed) return;
    options.onLost();
    while (!isClosed && client === undefined) {
      await sleep(250);
      client = await connect().catch(() => undefined);
    }
    if (isClosed) await client?.end();
  }

  // One session runs one query at a time.
  let last: Promise<unknown> = Promise.resolve();
  const ask = (statement: string, jobId: string): Promise<boolean> => {
    const answer = last.then(() => asked(statement, jobId));
    last = answer;
    return answer;
  };

  async function asked(statement: string, jobId: string): Promise<boolean> {
    try {
      const result = await client?.query<{ done: boolean }>(`select ${statement}($1) as done`, [
        lockKey(jobId),
      ]);
      return result?.rows[0]?.done === true;
    } catch {
      return false;
    }
  }

  return {
    take: (jobId) => ask('pg_try_advisory_lock', jobId),
    release: async (jobId) => {
      await ask('pg_advisory_unlock', jobId);
    },
    close: async () => {
      isClosed = true;
      await client?.end().catch(() => {});
    },
  };
}

/** The first 64 bits of the job's id, as the signed number that PostgreSQL locks. */
function lockKey(jobId: string): string {
  return BigInt.asIntN(64, BigInt(`0x${jobId.replaceAll('-', '').slice(0, 16)}`)).toString();
}
