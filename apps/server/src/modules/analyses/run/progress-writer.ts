import type { AppContext } from '../../../context.ts';
import type { Run } from '../analyses.repository.ts';
import { saveProgress } from '../analyses.repository.ts';

const intervalMs = 200;

/**
 * Keeps the latest step in the row, not more often than a reader could follow. Never delays or fails a run.
 */
export function progressWriter(
  run: Run,
  { db, log }: Pick<AppContext, 'db' | 'log'>,
): (step: string, fraction: number) => void {
  let latest: { step: string; fraction: number } | undefined;
  let isWriting = false;

  async function write(): Promise<void> {
    isWriting = true;
    while (latest) {
      const progress = latest;
      latest = undefined;
      await saveProgress(db, run.runToken, run.id, progress).catch(() => log.debug('progress was not saved'));
      await new Promise((resolve) => setTimeout(resolve, intervalMs).unref());
    }
    isWriting = false;
  }

  return (step, fraction) => {
    latest = { step: step.slice(0, 200), fraction: Math.min(1, Math.max(0, fraction)) };
    if (!isWriting) void write();
  };
}
