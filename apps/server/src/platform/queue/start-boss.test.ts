import { PgBoss } from 'pg-boss';
import PgBoss10 from 'pg-boss-10';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../database/test-database.ts';
import { startBoss } from './start-boss.ts';

describe('a database of pg-boss 10', () => {
  let database: TestDatabase;
  const executor = () => ({
    executeSql: (text: string, values?: unknown[]) => database.pool.query(text, values),
  });
  const started: PgBoss[] = [];
  const start = async () => {
    const boss = new PgBoss({ db: executor(), schedule: false });
    started.push(boss);
    await startBoss(boss, database.url);
    return boss;
  };

  /** One job of each state that 10.4.2 can leave behind. */
  async function fillByVersion10(): Promise<Record<'waiting' | 'active', string | null>> {
    const old = new PgBoss10({ db: executor(), schedule: false });
    await old.start();
    await old.createQueue('analysis');
    const options = { retryLimit: 5, retryDelay: 1, expireInSeconds: 40 };
    const active = await old.send('analysis', { id: 'active' }, options);
    await old.fetch('analysis');
    const failed = await old.send('analysis', { id: 'failed' }, { ...options, retryLimit: 0 });
    await old.fetch('analysis');
    await old.fail('analysis', failed ?? '');
    const waiting = await old.send('analysis', { id: 'waiting' }, { ...options, priority: -1 });
    await old.stop({ graceful: false, close: false });
    return { waiting, active };
  }

  beforeEach(async () => {
    database = await createTestDatabase();
  });
  afterEach(async () => {
    for (const boss of started.splice(0)) await boss.stop({ graceful: false, close: false });
    await database.close();
  });

  it('keeps its unfinished jobs, ready to be taken, under their ids', async () => {
    const { waiting, active } = await fillByVersion10();
    const boss = await start();
    const jobs = await boss.fetch('analysis', { batchSize: 5, includeMetadata: true });
    // What is fetched at once comes in no order.
    jobs.sort((a, b) => b.priority - a.priority);
    expect(
      jobs.map(({ id, data, retryLimit, expireInSeconds, priority }) => ({
        ...{ id, data, retryLimit, expireInSeconds, priority },
      })),
    ).toEqual([
      { id: active, data: { id: 'active' }, retryLimit: 5, expireInSeconds: 40, priority: 0 },
      { id: waiting, data: { id: 'waiting' }, retryLimit: 5, expireInSeconds: 40, priority: -1 },
    ]);
    const { rows } = await database.pool.query(
      `select count(*)::int as n from information_schema.schemata where schema_name = 'pgboss_10'`,
    );
    expect(rows).toEqual([{ n: 0 }]);
  });

  it('is converted once by processes that start at the same time', async () => {
    await fillByVersion10();
    const [boss] = await Promise.all(Array.from({ length: 4 }, start));
    expect(await boss?.findJobs('analysis')).toHaveLength(2);
  });

  it('loses no job where a process died after the tables were set aside', async () => {
    await fillByVersion10();
    await database.pool.query('alter schema pgboss rename to pgboss_10');
    const boss = await start();
    expect(await boss.findJobs('analysis')).toHaveLength(2);
  });
});
