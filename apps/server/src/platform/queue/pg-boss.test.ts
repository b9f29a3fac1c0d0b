import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../database/test-database.ts';
import { openPostgresSignals } from '../signals/postgres.ts';
import type { Signals } from '../signals/signals.ts';
import { openPgBossQueue } from './pg-boss.ts';
import type { Queue } from './queue.ts';

async function until(condition: () => boolean | Promise<boolean>, timeoutMs = 120_000): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error('waited too long');
    await sleep(20);
  }
}

// Most of each is waiting: they share the time, and no queue.
describe.concurrent('the queue on pg-boss', () => {
  let database: TestDatabase;
  let signals: Signals;
  const opened: Queue[] = [];
  const errors: Error[] = [];
  const open = async (more: { pollMs?: number } = {}) => {
    const queue = await openPgBossQueue({
      ...database,
      signals,
      onError: (error) => errors.push(error),
      ...more,
    });
    opened.push(queue);
    return queue;
  };
  beforeAll(async () => {
    database = await createTestDatabase();
    signals = await openPostgresSignals(database);
  });
  afterAll(async () => {
    await Promise.all(opened.map((queue) => queue.close(0)));
    await signals.close();
    await database.close();
  });

  it('hands a job to a worker at once, without waiting for the next poll', async () => {
    const queue = await open({ pollMs: 3_600_000 });
    const taken: unknown[] = [];
    await queue.work('swift', { concurrency: 1 }, async ({ n }) => void taken.push(n));
    for (const n of ['1', '2', '3']) {
      await queue.publish('swift', { n }, { key: n, expireSeconds: 10 });
      await until(() => taken.includes(n));
    }
    expect(taken).toEqual(['1', '2', '3']);
  });

  it('drops a second job with the key of a waiting or running one, and takes the key again afterwards', async () => {
    const queue = await open();
    const options = { key: 'same', expireSeconds: 10 };
    let runs = 0;
    let finish = () => {};
    await queue.publish('keyed', { n: '1' }, options);
    await queue.publish('keyed', { n: '2' }, options);
    expect(await queue.depth('keyed')).toBe(1);
    await queue.work('keyed', { concurrency: 2 }, async () => {
      runs += 1;
      await new Promise<void>((resolve) => {
        finish = resolve;
      });
    });
    await until(() => runs === 1);
    await queue.publish('keyed', { n: '3' }, options);
    expect(await queue.depth('keyed')).toBe(0);
    finish();
    await until(async () => {
      const { rowCount } = await database.pool.query(`select 1 from pgboss.job where name = 'keyed'`);
      return rowCount === 0;
    });
    expect(runs).toBe(1);
    await queue.publish('keyed', { n: '4' }, options);
    await until(() => runs === 2);
    finish();
  });

  it('is created once by processes that start at the same time', async () => {
    const queues = await Promise.all(Array.from({ length: 6 }, () => open()));
    const options = { expireSeconds: 10 };
    await Promise.all(
      queues.flatMap((queue, at) =>
        ['new-a', 'new-b', 'new-c'].map((name) => queue.publish(name, {}, { ...options, key: `${at}` })),
      ),
    );
    expect(await queues[0]?.depth('new-a')).toBe(6);
    const { rowCount } = await database.pool.query(`select 1 from pgboss.queue where name like 'new-%'`);
    expect(rowCount).toBe(3);
  });

  it('runs at most the configured number at once', async () => {
    const queue = await open();
    let running = 0;
    let max = 0;
    let done = 0;
    await queue.work('parallel', { concurrency: 3 }, async () => {
      running += 1;
      max = Math.max(max, running);
      await sleep(50);
      running -= 1;
      done += 1;
    });
    const keys = Array.from({ length: 9 }, (_, index) => `p${index}`);
    await Promise.all(keys.map((key) => queue.publish('parallel', {}, { key, expireSeconds: 10 })));
    await until(() => done === 9);
    expect(max).toBe(3);
  });

  it('waits longer between attempts where it was published so', async () => {
    const queue = await open();
    const runs: number[] = [];
    await queue.work('archive', { concurrency: 1 }, async () => {
      runs.push(Date.now());
      throw new TypeError('not yet');
    });
    const retries = { times: 2, firstSeconds: 1 };
    await queue.publish('archive', {}, { key: 'k', expireSeconds: 10, retries });
    await until(() => runs.length === 3);
    const [first = 0, second = 0, third = 0] = runs;
    expect(second - first).toBeGreaterThan(900);
    expect(third - second).toBeGreaterThan(1_900);
  });

  it('requeues a failed job five times, then gives up, and stores nothing of what was thrown', async () => {
    const queue = await open();
    let runs = 0;
    const givenUp: unknown[] = [];
    const onGivenUp = async (payload: unknown) => void givenUp.push(payload);
    await queue.work('failing', { concurrency: 1, onGivenUp }, async () => {
      runs += 1;
      throw new TypeError('patient Doe');
    });
    await queue.publish('failing', { n: '1' }, { key: 'f', expireSeconds: 10 });
    await until(async () => {
      const { rowCount } = await database.pool.query(
        `select 1 from pgboss.job where name = 'failing' and state = 'failed'`,
      );
      return rowCount === 1;
    });
    expect(runs).toBe(6);
    await until(() => givenUp.length === 1);
    expect(givenUp).toEqual([{ n: '1' }]);
    const { rows } = await database.pool.query(`select output from pgboss.job where name = 'failing'`);
    expect(rows[0].output).toEqual({ error: 'TypeError' });
    await queue.publish('failing', {}, { key: 'f', expireSeconds: 10 });
    await until(() => runs > 6);
  });

  it("gives up after the job's own number of retries, whatever the others have", async () => {
    const queue = await open();
    const givenUp: unknown[] = [];
    const onGivenUp = async (payload: unknown) => void givenUp.push(payload);
    let runs = 0;
    await queue.work('brief', { concurrency: 1, onGivenUp }, async () => {
      runs += 1;
      throw new TypeError('never');
    });
    const retries = { times: 1, firstSeconds: 1 };
    await queue.publish('brief', { n: '1' }, { key: 'b', expireSeconds: 10, retries });
    await until(() => givenUp.length === 1);
    expect(runs).toBe(2);
  });

  it('aborts a run that exceeds its time, and requeues the job', async () => {
    const queue = await open();
    const ends: string[] = [];
    await queue.work('slow', { concurrency: 1 }, async (_payload, signal) => {
      if (ends.length > 0) {
        ends.push('finished');
        return;
      }
      await sleep(30_000, undefined, { signal }).catch(() => ends.push('aborted'));
      throw new Error('out of time');
    });
    await queue.publish('slow', {}, { key: 's', expireSeconds: 1 });
    await until(() => ends.length === 2);
    expect(ends).toEqual(['aborted', 'finished']);
  });

  it('waits for running jobs when it closes, then aborts, and another worker takes over the job', async () => {
    const first = await open();
    const events: string[] = [];
    await first.work('drained', { concurrency: 2 }, async ({ kind }, signal) => {
      events.push(`began ${kind}`);
      await sleep(kind === 'short' ? 200 : 60_000, undefined, { signal });
      events.push(`ended ${kind}`);
    });
    await first.publish('drained', { kind: 'short' }, { key: 'a', expireSeconds: 100 });
    await first.publish('drained', { kind: 'long' }, { key: 'b', expireSeconds: 100 });
    await until(() => events.length === 2);
    await first.close(1_000);
    expect(events).toContain('ended short');
    expect(events).not.toContain('ended long');
    const second = await open();
    await second.work('drained', { concurrency: 1 }, async ({ kind }) => {
      events.push(`taken over ${kind}`);
    });
    await until(() => events.includes('taken over long'));
    expect(events).not.toContain('taken over short');
  });

  it('takes over the job of a worker process that was killed', async () => {
    const queue = await open();
    await queue.publish('orphaned', { id: '7' }, { key: 'o', expireSeconds: 600 });
    const fixture = fileURLToPath(new URL('./worker-to-kill.fixture.ts', import.meta.url));
    const worker = spawn(process.execPath, ['--import', 'tsx', fixture, database.url, 'orphaned'], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(worker.stdout, 'data');
    worker.kill('SIGKILL');
    await once(worker, 'exit');
    const taken: string[] = [];
    await queue.work('orphaned', { concurrency: 1 }, async ({ id }) => {
      taken.push(id ?? '');
    });
    await until(() => taken.length === 1);
    expect(taken).toEqual(['7']);
  });

  it('does not take over the job of a slow worker', async () => {
    const [slow, eager] = [await open(), await open()];
    let runs = 0;
    const handler = async () => {
      runs += 1;
      await sleep(7_000);
    };
    await slow.work('patient', { concurrency: 1 }, handler);
    await slow.publish('patient', {}, { key: 'p', expireSeconds: 600 });
    await until(() => runs === 1);
    await eager.work('patient', { concurrency: 1 }, handler);
    await until(async () => {
      const { rowCount } = await database.pool.query(`select 1 from pgboss.job where name = 'patient'`);
      return rowCount === 0;
    });
    expect(runs).toBe(1);
  });
});
