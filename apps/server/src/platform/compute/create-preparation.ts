import type { Piscina } from 'piscina';
import { CancelledError } from './cancel-flag.ts';
import { DeadlinePassed, type Preparation, ThreadDied, type WorkOptions } from './compute.ts';
import { FairQueue } from './fair-queue.ts';
import type { PrepareName, PrepareTasks } from './prepare.ts';
import type { PrepareCall } from './thread-protocol.ts';

export interface PreparationLimits {
  /** Time limit per file, and once more for each further stage of its preparation. */
  readonly runMs: number;
  /** Time limit including the wait. */
  readonly totalMs: number;
}

const defaults: PreparationLimits = { runMs: 20_000, totalMs: 60_000 };

/**
 * Prepares uploads in separate threads, so that no upload delays an analysis. One account may use half
 * of the threads, one organisation all but one. On a deadline or disconnect the thread is terminated, and
 * its slot is free only when the thread is gone, so that nothing keeps running unaccounted.
 */
export function createPreparation(
  pool: Piscina,
  threads: number,
  { runMs, totalMs }: PreparationLimits = defaults,
): Preparation {
  const queue = new FairQueue({
    running: threads,
    runningPerAccount: Math.max(1, Math.floor(threads / 2)),
    runningPerOrganisation: Math.max(1, threads - 1),
    waitingPerAccount: 128,
    waitingPerOrganisation: 512,
  });

  async function run<N extends PrepareName>(
    name: N,
    task: PrepareTasks[N]['task'],
    { by, signal }: WorkOptions,
    stages = 1,
  ): Promise<PrepareTasks[N]['outcome']> {
    const stop = new AbortController();
    const gone = () => stop.abort(new CancelledError());
    signal?.addEventListener('abort', gone, { once: true });
    if (signal?.aborted) gone();
    const late = () => stop.abort(new DeadlinePassed());
    const furtherMs = runMs * (stages - 1);
    const timers = [setTimeout(late, totalMs + furtherMs)];
    try {
      const giveBack = await queue.take(by, stop.signal);
      timers.push(setTimeout(late, runMs + furtherMs));
      return await runUntil(pool, { name, task }, stop.signal, giveBack);
    } catch (error) {
      throw stop.signal.aborted ? stop.signal.reason : error;
    } finally {
      for (const timer of timers) clearTimeout(timer);
      signal?.removeEventListener('abort', gone);
    }
  }

  return {
    prepare: (task, options) => run('prepare', task, options, stagesOf(task)),
    findText: (task, options) => run('findText', task, options),
    shrink: (task, options) => run('shrink', task, options),
    draw: (task, options) => run('draw', task, options),
    writeForm: (task, options) => run('writeForm', task, options),
    describe: (task, options) => run('describe', task, options),
    cutFrames: (task, options) => run('cutFrames', task, options),
  };
}

/** A file is cleaned, and in the same task searched for text before or masked after. */
function stagesOf({ text, boxes }: PrepareTasks['prepare']['task']): number {
  return 1 + [text, boxes].filter((each) => each !== undefined).length;
}

/** Rejects at once when stopped; releases the slot when the work has ended. */
async function runUntil<N extends PrepareName>(
  pool: Piscina,
  { name, task }: { name: N; task: PrepareTasks[N]['task'] },
  stop: AbortSignal,
  giveBack: () => void,
): Promise<PrepareTasks[N]['outcome']> {
  const thread = new Int32Array(new SharedArrayBuffer(4));
  let doomed: { terminate(): Promise<number> } | undefined;
  // Before the pool learns of it and forgets the thread.
  stop.addEventListener('abort', () => {
    const id = Atomics.load(thread, 0);
    doomed = pool.threads.find(({ threadId }) => threadId === id);
  });
  const call: PrepareCall<N> = { name, task, thread };
  try {
    return await pool.run(call, { name: 'serve', signal: stop });
  } catch (error) {
    throw isDeath(error) ? new ThreadDied('a thread died', { cause: error }) : error;
  } finally {
    // Native code in a thread always runs to its end.
    if (doomed) void doomed.terminate().then(giveBack, giveBack);
    else giveBack();
  }
}

function isDeath(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_WORKER_');
}
