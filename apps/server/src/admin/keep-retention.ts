import type { AppContext } from '../context.ts';
import { recordAudit } from '../modules/audit/index.ts';
import { noteRetention, type Retention, takeRetentions } from '../modules/settings/index.ts';
import { loggableError } from '../platform/log/loggable-error.ts';
import { eraseExpired } from './erase-expired.ts';
import { earlierClock, retentionClock, type Share, shareOf } from './retention-clock.ts';

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
  const now = await earlierClock(context);
  // A little less than a day, or the hour of the day would move on.
  const due = await takeRetentions(context.db, now, dayMs - hourMs);
  let reports = 0;
  for (const { organisationId, days, reached } of due) {
    const clock = await retentionClock({ organisationId, reached }, context);
    const before = new Date(clock.getTime() - days * dayMs);
    const expiry = { before, organisationId, by: 'retention of the organization' };
    const share = await shareOf(expiry, context);
    if (share.isLarge) {
      await hold({ organisationId, days }, share, context);
      continue;
    }
    await noteRetention(context.db, organisationId, clock);
    const erased = await eraseExpired(expiry, context);
    reports += erased.reports;
    if (erased.analyses > 0) context.log.info({ organisationId, ...erased }, 'old reports were erased');
  }
  return reports;
}

/**
 * So much at once is a mistake until the operator confirms it: by `retention apply`, which names the number.
 */
async function hold(
  { organisationId, days }: Pick<Retention, 'organisationId' | 'days'>,
  { expired, all }: Share,
  context: Tools,
): Promise<void> {
  const details = { days, expired, all };
  context.log.error(
    { organisationId, ...details },
    'old reports were not erased: too many at once. If the clock is right, run: admin -- retention apply',
  );
  const by = { userId: null, organisationId };
  await recordAudit(
    context.db,
    { action: 'retention.held', outcome: 'failure', by, from: null, details },
    context,
  );
}
