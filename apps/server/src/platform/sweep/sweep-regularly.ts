import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { loggableError } from '../log/loggable-error.ts';

const sweepMs = 5_000;

/**
 * Runs the sweep again and again, 5 s after it last ended, until the pool closes. A failed one is logged
 * under the words given, and the next one runs all the same.
 */
export function sweepRegularly(
  { pool, log }: { readonly pool: Pool; readonly log: Pick<Logger, 'warn'> },
  sweep: () => Promise<void>,
  failure: string,
): void {
  const timer = setTimeout(async () => {
    if (pool.ending) return;
    try {
      await sweep();
    } catch (error) {
      if (!pool.ending) log.warn({ err: loggableError(error) }, failure);
    }
    if (!pool.ending) sweepRegularly({ pool, log }, sweep, failure);
  }, sweepMs);
  timer.unref();
}
