import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Signals } from './signals.ts';

const channel = 'second_read';
const slowestRetryMs = 5_000;

export interface PostgresSignalsOptions {
  readonly url: string;
  readonly pool: pg.Pool;
  readonly onError?: (error: Error) => void;
}

interface Subscriber {
  /** A message came that `next` has not reported yet. */
  pending: boolean;
  wake: (() => void) | undefined;
}

/**
 * LISTEN on a separate connection; topics travel as payload. After a broken connection every
 * subscriber is woken once, because messages may have been lost meanwhile.
 */
export async function openPostgresSignals(options: PostgresSignalsOptions): Promise<Signals> {
  const subscribers = new Map<string, Set<Subscriber>>();
  const closing = new AbortController();
  let client = await listen(options.url, deliver);
  const supervision = supervise();

  function deliver(topic: string): void {
    for (const subscriber of subscribers.get(topic) ?? []) {
      subscriber.pending = true;
      subscriber.wake?.();
    }
  }

  async function supervise(): Promise<void> {
    while (!closing.signal.aborted) {
      await new Promise<void>((resolve) => client.once('end', () => resolve()));
      if (closing.signal.aborted) return;
      options.onError?.(new Error('The signal connection broke; connecting again.'));
      await reconnect();
      for (const topic of subscribers.keys()) deliver(topic);
    }
  }

  async function reconnect(): Promise<void> {
    for (let waitMs = 50; !closing.signal.aborted; waitMs = Math.min(waitMs * 2, slowestRetryMs)) {
      try {
        client = await listen(options.url, deliver);
        if (closing.signal.aborted) await client.end();
        return;
      } catch {
        await sleep(waitMs, undefined, { signal: closing.signal }).catch(() => {});
      }
    }
  }

  return {
    channel,
    notify: async (topic) => {
      await options.pool.query('select pg_notify($1, $2)', [channel, topic]);
    },
    subscribe: (topic) => {
      const subscriber: Subscriber = { pending: false, wake: undefined };
      const others = subscribers.get(topic) ?? new Set();
      subscribers.set(topic, others.add(subscriber));
      return {
        next: (timeoutMs, signal) => nextMessage(subscriber, timeoutMs, signal),
        close: () => {
          others.delete(subscriber);
          if (others.size === 0 && subscribers.get(topic) === others) subscribers.delete(topic);
          subscriber.wake?.();
        },
      };
    },
    close: async () => {
      if (closing.signal.aborted) return;
      closing.abort();
      for (const others of subscribers.values()) for (const subscriber of others) subscriber.wake?.();
      subscribers.clear();
      await client.end().catch(() => {});
      await supervision;
    },
  };
}

async function listen(url: string, deliver: (topic: string) => void): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'second-read signals',
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
  });
  // `end` follows every error, so supervision waits for it.
  client.on('error', () => {});
  client.on('notification', (message) => deliver(message.payload ?? ''));
  await client.connect();
  await client.query(`listen ${channel}`);
  return client;
}

function nextMessage(subscriber: Subscriber, timeoutMs: number, signal?: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    const settle = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', settle);
      subscriber.wake = undefined;
      const arrived = subscriber.pending;
      subscriber.pending = false;
      resolve(arrived);
    };
    const timer = setTimeout(settle, timeoutMs);
    subscriber.wake = settle;
    signal?.addEventListener('abort', settle);
    if (subscriber.pending || signal?.aborted) settle();
  });
}
