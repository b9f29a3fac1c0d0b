import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { JobWithMetadata, PgBoss } from 'pg-boss';
import type { Signals } from '../signals/signals.ts';
import { type ActiveJob, activeFor } from './job-table.ts';
import type { Leases } from './leases.ts';
import { type Queue, TryAgain } from './queue.ts';

type Payload = Parameters<Queue['publish']>[1];
type Job = JobWithMetadata<Payload>;

export interface WorkerOptions {
  readonly boss: PgBoss;
  readonly pool: pg.Pool;
  readonly signals: Signals;
  readonly leases: Leases;
  readonly onError: (error: Error) => void;
  /** Without a wake-up, a free worker looks for jobs this often. */
  readonly pollMs: number;
  readonly name: string;
  readonly topic: string;
  readonly concurrency: number;
  readonly expiryMarginSeconds: number;
  readonly handler: Parameters<Queue['work']>[2];
  readonly onGivenUp: Parameters<Queue['work']>[1]['onGivenUp'];
}

export interface Worker {
  /** Aborts running jobs, which are then requeued. */
  abort(): void;
  stop(graceMs: number, forceShutdown?: AbortSignal): Promise<void>;
}

const sweepMs = 2_000;
/** A fetched job is leased within milliseconds; one older than this without a lease is orphaned. */
const leaseDelaySeconds = 3;
/** After an abort, a handler has this long to return. */
const abortPatienceMs = 3_000;

/** Feeds jobs of one queue to the handler until stopped. */
export function startWorker(options: WorkerOptions): Worker {
  const { signals, concurrency, onError, pollMs } = options;
  const stopping = new AbortController();
  const running = new Map<string, { readonly done: Promise<void>; readonly abort: AbortController }>();
  const wakeUps = signals.subscribe(options.topic);
  let endOfOne: (() => void) | undefined;
  const loops = [takeJobs(), sweepOrphans()];

  async function takeJobs(): Promise<void> {
    while (!stopping.signal.aborted) {
      const free = concurrency - running.size;
      const askedAt = performance.now();
      const jobs = free > 0 ? await fetchJobs(options, free).catch(unfetched) : [];
      for (const job of jobs) begin(job, askedAt);
      if (running.size >= concurrency) await firstToEnd();
      else if (jobs.length === 0) await wakeUps.next(pollMs, stopping.signal);
    }
  }

  /** While the database is away there are no jobs; the loop goes on. */
  function unfetched(cause: unknown): readonly Job[] {
    onError(new Error(`Jobs of ${options.name} could not be fetched.`, { cause }));
    return [];
  }

  /** Resolves when one of the running jobs ends, or on stop. */
  function firstToEnd(): Promise<void> {
    return new Promise((resolve) => {
      endOfOne = resolve;
    });
  }

  function begin(job: Job, askedAt: number): void {
    const abort = new AbortController();
    const done = runJob(options, { job, askedAt }, abort.signal)
      .catch((cause: unknown) =>
        onError(new Error(`A job of ${options.name} could not be settled.`, { cause })),
      )
      .finally(() => {
        running.delete(job.id);
        endOfOne?.();
      });
    running.set(job.id, { done, abort });
  }

  async function sweepOrphans(): Promise<void> {
    while (!stopping.signal.aborted) {
      await requeueOrphans(options, new Set(running.keys())).catch((cause: unknown) =>
        onError(new Error(`Orphaned jobs of ${options.name} could not be looked for.`, { cause })),
      );
      await sleep(sweepMs, undefined, { signal: stopping.signal }).catch(() => {});
    }
  }

  const abortAll = () => {
    for (const { abort } of running.values()) abort.abort(new Error('The worker stops.'));
  };
  const settled = (patienceMs: number, forceShutdown?: AbortSignal) =>
    Promise.race([
      Promise.all([...running.values()].map(({ done }) => done)),
      sleep(patienceMs, undefined, { ref: false, signal: forceShutdown }).catch(() => {}),
    ]);

  return {
    abort: abortAll,
    stop: async (graceMs, forceShutdown) => {
      stopping.abort();
      endOfOne?.();
      await Promise.all(loops);
      wakeUps.close();
      await settled(graceMs, forceShutdown);
      abortAll();
      await settled(abortPatienceMs);
    },
  };
}

async function fetchJobs({ boss, name }: WorkerOptions, batchSize: number): Promise<readonly Job[]> {
  return boss.fetch<Payload>(name, { includeMetadata: true, batchSize });
}

/** Takes the lease, then checks that the job is still ours where it may have been reclaimed in between. */
async function runJob(
  options: WorkerOptions,
  { job, askedAt }: { readonly job: Job; readonly askedAt: number },
  aborted: AbortSignal,
): Promise<void> {
  const { boss, name, leases, handler, onError, expiryMarginSeconds } = options;
  if (!(await leases.take(job.id))) return;
  try {
    const isSurelyOurs = performance.now() - askedAt < (leaseDelaySeconds * 1000) / 2;
    if (!isSurelyOurs && !(await isActive(boss, name, job))) return;
    const lifetime = AbortSignal.timeout(Math.max(1, job.expireInSeconds - expiryMarginSeconds) * 1000);
    try {
      await handler(job.data, AbortSignal.any([aborted, lifetime]));
    } catch (error) {
      // A thrown value may quote a picture's name or a patient: only its type is stored with the job.
      await failed(options, job, error instanceof Error ? error.name : 'unknown');
      if (!aborted.aborted && !(error instanceof TryAgain))
        onError(new Error(`A job of ${name} failed.`, { cause: error }));
      return;
    }
    await boss.deleteJob(name, job.id);
  } finally {
    await leases.release(job.id);
  }
}

/** Whether this attempt still runs: neither ended nor reclaimed by another worker. */
async function isActive(boss: PgBoss, name: string, { id, retryCount }: ActiveJob): Promise<boolean> {
  const [found] = await boss.findJobs(name, { id });
  return found?.state === 'active' && found.retryCount === retryCount;
}

/** Requeued after a pause, or failed permanently. */
async function failed(
  { boss, name, onGivenUp }: WorkerOptions,
  job: ActiveJob,
  error: string,
): Promise<void> {
  await boss.fail(name, job.id, { error });
  if (job.retryCount >= job.retryLimit) await onGivenUp?.(job.data);
}

/** Requeues orphaned jobs: active for a while, without a lease. */
async function requeueOrphans(options: WorkerOptions, own: ReadonlySet<string>): Promise<void> {
  const { boss, pool, name, leases } = options;
  for (const job of await activeFor(pool, name, leaseDelaySeconds)) {
    if (own.has(job.id) || !(await leases.take(job.id))) continue;
    try {
      if (await isActive(boss, name, job)) await failed(options, job, 'the worker died');
    } finally {
      await leases.release(job.id);
    }
  }
}
