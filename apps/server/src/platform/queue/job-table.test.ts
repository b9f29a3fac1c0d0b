import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import PgBoss from 'pg-boss';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../database/test-database.ts';
import { openJobTable, writtenForPgBoss } from './job-table.ts';

const queueName = 'looked-at';

describe("pg-boss's own tables", () => {
  let database: TestDatabase;
  let boss: PgBoss;
  beforeAll(async () => {
    database = await createTestDatabase();
    boss = new PgBoss({ db: { executeSql: (text, values) => database.pool.query(text, values) } });
    await boss.start();
    await openJobTable(database.pool).createQueue(queueName);
  });
  afterAll(async () => {
    await boss.stop({ graceful: false, close: false });
    await database.close();
  });

  it('are those of the installed version', () => {
    const path = createRequire(import.meta.url).resolve('pg-boss/package.json');
    expect(JSON.parse(readFileSync(path, 'utf8')).version).toBe(writtenForPgBoss);
  });

  it('show what pg-boss did: started, retried, failed for good', async () => {
    const table = openJobTable(database.pool);
    const id = await boss.send(queueName, { n: '1' }, { retryLimit: 1, retryDelay: 0 });
    if (id === null) throw new Error('the job was not taken');
    expect(await table.isActive(queueName, { id, retryCount: 0 })).toBe(false);
    expect(await boss.fetch(queueName)).toHaveLength(1);
    expect(await table.isActive(queueName, { id, retryCount: 0 })).toBe(true);
    expect(await table.activeFor(queueName, 60)).toEqual([]);
    expect(await table.activeFor(queueName, -1)).toEqual([
      { id, data: { n: '1' }, retryCount: 0, retryLimit: 1 },
    ]);
    await boss.fail(queueName, id);
    expect(await table.isActive(queueName, { id, retryCount: 0 })).toBe(false);
    expect(await table.deleteFailed(queueName, id)).toBe(false);
    expect(await boss.fetch(queueName)).toHaveLength(1);
    expect(await table.isActive(queueName, { id, retryCount: 1 })).toBe(true);
    await boss.fail(queueName, id);
    expect(await table.deleteFailed(queueName, id)).toBe(true);
    expect(await table.deleteFailed(queueName, id)).toBe(false);
  });
});
