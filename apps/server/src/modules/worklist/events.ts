import { setTimeout as sleep } from 'node:timers/promises';
import type { Caller } from '../../calls/caller.ts';
import type { AppContext } from '../../context.ts';
import { isSignedIn } from '../accounts/index.ts';

/** A proxy closes what is silent for longer; the session is looked at as often. */
export const heartbeatMs = 15_000;
/** Changes that follow each other as fast are one event. */
const gatherMs = 300;

const event = (name: string) => `event: ${name}\ndata: {}\n\n`;

/**
 * What changes for a reader, as server-sent events without content: `worklist` and `notifications`. The
 * tables tell (migration 0021), so that it does not matter which process changed them. Ends with the
 * session, or when `stop` aborts.
 */
export async function* eventsFor(
  { organisationId, userId, sessionId }: Caller,
  stop: AbortSignal,
  context: AppContext,
): AsyncGenerator<string> {
  const topics = [`worklist:${organisationId}`, `notifications:${userId}`, `session:${sessionId}`];
  const subscriptions = topics.map((topic) => context.signals.subscribe(topic));
  try {
    yield `retry: 5000\n${event('open')}`;
    while (!stop.aborted) {
      const [worklist, notifications] = await anyOf(subscriptions, stop);
      if (stop.aborted || !(await isSignedIn(sessionId, context))) return;
      if (worklist) yield event('worklist');
      if (notifications) yield event('notifications');
      if (worklist || notifications) await sleep(gatherMs, undefined, { signal: stop }).catch(() => {});
      else yield ': still here\n\n';
    }
  } finally {
    for (const subscription of subscriptions) subscription.close();
  }
}

type Subscription = ReturnType<AppContext['signals']['subscribe']>;

/** Waits for the first message of any; tells which had one. */
function anyOf(subscriptions: readonly Subscription[], stop: AbortSignal): Promise<boolean[]> {
  const first = new AbortController();
  const signal = AbortSignal.any([stop, first.signal]);
  return Promise.all(
    subscriptions.map(async (subscription) => {
      const came = await subscription.next(heartbeatMs, signal);
      first.abort();
      return came;
    }),
  );
}
