import { setTimeout as sleep } from 'node:timers/promises';
import { firstTry } from '@second-read/contract/first-try';
import type { LiveTryReply } from '@second-read/contract/live-try';
import { Problem } from '../../calls/problem.ts';
import type { AppContext } from '../../context.ts';
import { loggableError } from '../../platform/log/loggable-error.ts';
import { giveWay } from './give-way.ts';
import { readSample } from './read-sample.ts';
import { findSample } from './sample.ts';
import type { TryLimit } from './try-limit.ts';

const pauseMs = 5_000;

/**
 * Reads the first sample once the server listens and no account needs the engine, so that its result is there
 * for the first visitor; tried again while others have it, until `closed`.
 */
export async function readFirstSample(
  context: AppContext,
  limit: TryLimit,
  closed: AbortSignal,
): Promise<LiveTryReply | undefined> {
  const sample = findSample(firstTry);
  while (sample && !closed.aborted) {
    const read = (signal: AbortSignal) => readSample(sample, AbortSignal.any([signal, closed]), context);
    try {
      return await giveWay(context, limit, read);
    } catch (error) {
      if (!(error instanceof Problem) || error.code !== 'too_many_requests') {
        if (!closed.aborted) context.log.warn({ err: loggableError(error) }, 'the first sample was not read');
        return undefined;
      }
    }
    await sleep(pauseMs, undefined, { signal: closed, ref: false }).catch(() => undefined);
  }
  return undefined;
}
