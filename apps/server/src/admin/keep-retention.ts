import type { AppContext } from '../context.ts';
import { takeRetentions } from '../modules/settings/index.ts';
import { loggableError } from '../platform/log/loggable-error.ts';
import { eraseExpired } from './erase-expired.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

type Tools = Pick<AppContext, 'config' | 'db' | 'blobs' | 'now' | 'log'>;

/**
 * Erases once a day what organizations keep no longer, as their settings have it; asks by the hour, so that a
 * server that was off makes up for it. Of several servers one erases. Returns a function that stops it.
 */
export function keepRetention(context: Tools): () => void {
  const run = () =>
    void applyRetention(context).catch((error: unknown) => {
      context.log.error({ err: loggableError(error) }, 'old reports could not be erased');
    });
  const timer = setInterval(run, hourMs);
  timer.unref();
  run();
  return () => clearInterval(timer);
}

/** @returns how many reports were erased */
export async function applyRetention(context: Tools): Promise<number> {
  const now = context.now();
  // A little less than a day, or the hour of the day would move on.
  const due = await takeRetentions(context.db, now, dayMs - hourMs);
  let reports = 0;
  for (const { organisationId, days } of due) {
    const before = new Date(now.getTime() - days * dayMs);
    const erased = await eraseExpired(
      { before, organisationId, by: 'retention of the organization' },
      context,
    );
    reports += erased.reports;
    if (erased.analyses > 0) context.log.info({ organisationId, ...erased }, 'old reports were erased');
  }
  return reports;
}
