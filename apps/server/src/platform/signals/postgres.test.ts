import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../database/test-database.ts';
import { openPostgresSignals } from './postgres.ts';
import type { Signals } from './signals.ts';

describe('signals through PostgreSQL', () => {
  let database: TestDatabase;
  let here: Signals;
  let elsewhere: Signals;
  beforeAll(async () => {
    database = await createTestDatabase();
    here = await openPostgresSignals(database);
    elsewhere = await openPostgresSignals(database);
  });
  afterAll(async () => {
    await here.close();
    await elsewhere.close();
    await database.close();
  });

  it('wakes a subscriber of the topic in another process', async () => {
    const subscription = here.subscribe('analysis:1');
    const woken = subscription.next(20_000);
    await elsewhere.notify('analysis:1');
    expect(await woken).toBe(true);
    subscription.close();
  });

  it('keeps a message that came before the wait', async () => {
    const [subscription, witness] = [here.subscribe('analysis:2'), here.subscribe('analysis:2')];
    await elsewhere.notify('analysis:2');
    expect(await witness.next(20_000)).toBe(true);
    expect(await subscription.next(0)).toBe(true);
    expect(await subscription.next(20)).toBe(false);
    subscription.close();
    witness.close();
  });

  it('wakes every subscriber of a topic and nobody else', async () => {
    const [first, second, other] = ['same', 'same', 'other'].map((topic) => here.subscribe(topic));
    await here.notify('same');
    expect(await first?.next(20_000)).toBe(true);
    expect(await second?.next(20_000)).toBe(true);
    expect(await other?.next(50)).toBe(false);
  });

  it('resolves false after the timeout, after an abort, and after closing', async () => {
    const subscription = here.subscribe('quiet');
    expect(await subscription.next(20)).toBe(false);
    expect(await subscription.next(60_000, AbortSignal.timeout(20))).toBe(false);
    expect(await subscription.next(60_000, AbortSignal.abort())).toBe(false);
    const waiting = subscription.next(60_000);
    subscription.close();
    expect(await waiting).toBe(false);
  });

  it('reconnects after its connection broke, and wakes all subscribers', async () => {
    const subscription = here.subscribe('after-a-break');
    const woken = subscription.next(10_000);
    await database.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where application_name = 'second-read signals' and datname = current_database()`,
    );
    expect(await woken).toBe(true);
    const again = subscription.next(10_000);
    await here.notify('after-a-break');
    expect(await again).toBe(true);
  });
});
