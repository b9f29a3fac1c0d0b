import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { PgBoss } from 'pg-boss';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../database/test-database.ts';
import { activeFor, writtenForPgBoss } from './job-table.ts';

const queueName = 'watched';

describe("pg-boss's own table", () => {
  let database: TestDatabase;
  let boss: PgBoss;
  beforeAll(async () => {
    database = await createTestDatabase();
    boss = new PgBoss({ db: { executeSql: (text, values) => database.pool.query(text, values) } });
    await boss.start();
    await boss.createQueue(queueName);
  });
  afterAll(async () => {
    await boss.stop({ graceful: false, close: false });
    await database.close();
  });

  it('is that of the installed version', () => {
    const path = fileURLToPath(new URL('../package.json', import.meta.resolve('pg-boss')));
    expect(JSON.parse(readFileSync(path, 'utf8')).version).toBe(writtenForPgBoss);
  });

  it('lists a job from its start to its end, with its attempts', async () => {
    const { pool } = database;
    const id = await boss.send(queueName, { n: '1' }, { retryLimit: 1, retryDelay: 0 });
    if (id === null) throw new Error('the job was not taken');
    expect(await activeFor(pool, queueName, -1)).toEqual([]);
    expect(await boss.fetch(queueName)).toHaveLength(1);
    expect(await activeFor(pool, queueName, 60)).toEqual([]);
    expect(await activeFor(pool, queueName, -1)).toEqual([
      { id, data: { n: '1' }, retryCount: 0, retryLimit: 1 },
    ]);
    await boss.fail(queueName, id);
    expect(await activeFor(pool, queueName, -1)).toEqual([]);
    expect(await boss.fetch(queueName)).toHaveLength(1);
    expect(await activeFor(pool, queueName, -1)).toMatchObject([{ retryCount: 1 }]);
    await boss.fail(queueName, id);
    expect(await activeFor(pool, queueName, -1)).toEqual([]);
  });
});
