import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BreakableProxy, startBreakableProxy } from '../../testing/breakable-proxy.ts';
import { type OpenDatabase, openDatabase } from './open.ts';
import { createEmptyCopy } from './test-database.ts';

let copy: Awaited<ReturnType<typeof createEmptyCopy>>;
let proxy: BreakableProxy;
let database: OpenDatabase;
const told: string[] = [];

beforeAll(async () => {
  copy = await createEmptyCopy();
  proxy = await startBreakableProxy(Number(new URL(copy.url).port));
  const url = new URL(copy.url);
  url.port = String(proxy.port);
  const onError = ({ message }: Error) => told.push(message);
  database = await openDatabase(url.href, { connections: 1, onError });
});
afterAll(async () => {
  await database.pool.end();
  await proxy.close();
  await copy.drop();
});

const answers = async () => (await database.db.execute<{ one: number }>(sql`SELECT 1 AS one`)).rows;

/** Breaks all connections while `work` waits for the database. */
async function cutDuring(work: () => Promise<unknown>): Promise<void> {
  proxy.hold();
  const failed = expect(work()).rejects.toThrow();
  await sleep(100);
  proxy.cut();
  await failed;
  proxy.mend();
}

describe('the only connection of a pool', () => {
  it.each<[string, () => Promise<unknown>]>([
    ['a statement', () => answers()],
    ['the begin of a transaction', () => database.db.transaction(answers)],
  ])('is replaced when it broke during %s', async (_what, work) => {
    await answers();
    await cutDuring(work);
    expect(await answers()).toEqual([{ one: 1 }]);
    expect(told.length).toBeGreaterThan(0);
  });

  it('is replaced when it broke within a transaction that does something else, which may still release it', async () => {
    await expect(
      database.db.transaction(async (transaction) => {
        await transaction.execute(sql`SELECT 1`);
        proxy.cut();
        proxy.mend();
        await sleep(100);
        return transaction.execute(sql`SELECT 1`);
      }),
    ).rejects.toThrow();
    expect(await answers()).toEqual([{ one: 1 }]);
  });
});
