import { createHash } from 'node:crypto';
import type pg from 'pg';
import { PgBoss } from 'pg-boss';
import type { Signals } from '../signals/signals.ts';
import { type Leases, openLeases } from './leases.ts';
import { startWorker, type Worker } from './pg-boss-worker.ts';
import { jobRetries, type Queue } from './queue.ts';
import { startBoss } from './start-boss.ts';

export interface PgBossOptions {
  readonly url: string;
  readonly pool: pg.Pool;
  /** Wakes workers, here and elsewhere, when a job is published. */
  readonly signals: Signals;
  readonly onError: (error: Error) => void;
  /** Without a wake-up, a free worker looks for jobs this often; every second by default. */
  readonly pollMs?: number;
}

/** The database fails a job this much after its worker should have aborted it. */
const expiryMarginSeconds = 10;

/** A depth ends here. */
const mostCounted = 10_000;

/** Higher goes first; the default is 0. */
const backgroundPriority = -1_000_000;
/** Behind this turn first come is first served. */
const lastTurn = 100_000;

/** Jobs in the `pgboss` schema of the same PostgreSQL that holds the results. */
export async function openPgBossQueue(options: PgBossOptions): Promise<Queue> {
  const { pool, signals, onError, pollMs = 1_000 } = options;
  const boss = new PgBoss({
    db: { executeSql: (text, values) => pool.query(text, values) },
    schedule: false,
    superviseIntervalSeconds: 30,
    monitorIntervalSeconds: 30,
  });
  boss.on('error', onError);
  await startBoss(boss, options.url);
  const known = new Map<string, Promise<void>>();
  const workers = new Set<Worker>();
  const leases = lazily(() =>
    openLeases({
      url: options.url,
      onLost: () => {
        for (const worker of workers) worker.abort();
      },
    }),
  );

  // Its seventy-line statement, which names the queue, takes longer to plan than to run. It wakes workers
  // too.
  const prepared = (name: string) => ({
    executeSql: (insert: string, values: unknown[] = []) => {
      const text = `WITH sent AS (${insert.replace(/;\s*$/, '')})
        SELECT sent.*, pg_notify($${values.length + 1}, $${values.length + 2}) FROM sent`;
      const all = [...values, signals.channel, topicOf(name)];
      return pool.query({ name: `publish ${name}`, text, values: all });
    },
  });
  const ensureQueue = (name: string) => {
    const existing = known.get(name) ?? boss.createQueue(name);
    known.set(name, existing);
    existing.catch(() => known.delete(name));
    return existing;
  };

  return {
    publish: async (name, payload, { key, expireSeconds, retries, isBackground = false, turn = 0 }) => {
      await ensureQueue(name);
      const id = jobId(name, key);
      const send = () =>
        boss.send(name, payload, {
          id,
          expireInSeconds: Math.ceil(expireSeconds) + expiryMarginSeconds,
          retryLimit: retries?.times ?? jobRetries,
          retryDelay: retries?.firstSeconds ?? 1,
          retryBackoff: retries !== undefined,
          priority: (isBackground ? backgroundPriority : 0) - Math.min(turn, lastTurn),
          db: prepared(name),
        });
      // A job that failed permanently keeps its id; it makes room for the next one.
      if ((await send()) === null && (await deleteEnded(boss, name, id))) await send();
    },
    work: async (name, { concurrency, onGivenUp }, handler) => {
      await ensureQueue(name);
      const parts = {
        boss,
        pool,
        signals,
        leases: await leases.get(),
        onError,
        expiryMarginSeconds,
        pollMs,
      };
      workers.add(startWorker({ ...parts, name, topic: topicOf(name), concurrency, handler, onGivenUp }));
    },
    depth: async (name) => {
      await ensureQueue(name);
      return (await boss.findJobs(name, { queued: true, limit: mostCounted })).length;
    },
    close: async (graceMs, forceShutdown) => {
      await Promise.all([...workers].map((worker) => worker.stop(graceMs, forceShutdown)));
      await leases.peek()?.then((opened: Leases) => opened.close());
      await boss.stop({ graceful: false, close: false });
    },
  };
}

/** Whether there was such a job, and it had ended. */
async function deleteEnded(boss: PgBoss, name: string, id: string): Promise<boolean> {
  const [job] = await boss.findJobs(name, { id });
  if (job === undefined || ['created', 'retry', 'active'].includes(job.state)) return false;
  await boss.deleteJob(name, id);
  return true;
}

function topicOf(name: string): string {
  return `queue:${name}`;
}

/** The same key always names the same job, so a second publication meets the first. */
function jobId(name: string, key: string): string {
  const hex = createHash('sha256').update(`${name}\0${key}`).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

function lazily<T>(make: () => Promise<T>) {
  let made: Promise<T> | undefined;
  return {
    get: () => {
      made ??= make();
      return made;
    },
    peek: () => made,
  };
}
