import { setTimeout as sleep } from 'node:timers/promises';
import { Problem } from '../../calls/problem.ts';
import type { AppContext } from '../../context.ts';
import { isAnalyzing } from '../analyses/index.ts';
import type { TryLimit } from './try-limit.ts';

const lookMs = 250;
const retryAfterSeconds = 10;

const busy = () =>
  new Problem('too_many_requests', 'The engine is busy. Please try again in a moment.', {
    retryAfterSeconds,
  });

/**
 * Runs a visitor's try while no account's analysis waits or runs, in whichever process; one that comes
 * meanwhile ends it. @throws Problem `too_many_requests`
 */
export async function giveWay<T>(
  context: AppContext,
  limit: TryLimit,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  if (await isAnalyzing(context)) throw busy();
  const end = limit.begin(context.now().getTime());
  const stop = new AbortController();
  const over = new AbortController();
  void watch(context, stop, over.signal);
  try {
    return await work(stop.signal);
  } catch (error) {
    throw stop.signal.aborted ? busy() : error;
  } finally {
    over.abort();
    end();
  }
}

async function watch(context: AppContext, stop: AbortController, over: AbortSignal): Promise<void> {
  while (!over.aborted) {
    await sleep(lookMs, undefined, { signal: over }).catch(() => undefined);
    if (!over.aborted && (await isAnalyzing(context).catch(() => false))) return stop.abort();
  }
}
