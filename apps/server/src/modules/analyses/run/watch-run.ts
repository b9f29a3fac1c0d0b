import type { AppContext } from '../../../context.ts';
import type { Run } from '../analyses.repository.ts';
import { findAnalysis } from '../analyses.repository.ts';
import { topicOf } from './topics.ts';

/** Without a signal the row is read this often. */
const rereadMs = 2_000;

/**
 * Aborts a run that was cancelled, whose time is up, or whose worker stops (`reason` is then `'stopping'`).
 */
export function watchRun(run: Run, stopping: AbortSignal, context: Pick<AppContext, 'db' | 'signals'>) {
  const { db, signals } = context;
  const lost = new AbortController();
  const done = new AbortController();
  const wakeUps = signals.subscribe(topicOf(run.id));
  const stop = () => lost.abort('stopping');
  if (stopping.aborted) stop();
  stopping.addEventListener('abort', stop, { once: true });

  async function watch(): Promise<void> {
    while (!done.signal.aborted && !lost.signal.aborted) {
      await wakeUps.next(rereadMs, done.signal);
      if (done.signal.aborted) return;
      const row = await findAnalysis(db, run.id).catch(() => run);
      if (row?.state !== 'running' || row.runToken !== run.runToken) lost.abort('taken');
    }
  }

  const watching = watch();
  return {
    signal: lost.signal,
    isLost: () => lost.signal.reason === 'taken',
    stop: async () => {
      done.abort();
      stopping.removeEventListener('abort', stop);
      wakeUps.close();
      await watching;
    },
  };
}
