import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { filesIn, seed } from './seeded-server.test-support.ts';
import { blobsOfAnalysis, isNamed, storedBlobs } from './stored-blobs.ts';

let server: TestServer;
let seeded: Awaited<ReturnType<typeof seed>>;
beforeAll(async () => {
  server = await startTestServer({ environment: { UPLOAD_LIMIT: '100' } });
  seeded = await seed(server);
}, 120_000);
afterAll(() => server.close());

async function named(): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of storedBlobs(server.context.db)) keys.push(key);
  return keys.toSorted();
}

/** Every text in any column of any table that is the name of a file in the store. */
async function namedAnywhere(): Promise<string[]> {
  const { pool } = server.context;
  const tables = await pool.query(`SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'`);
  const files = new Set(filesIn(server.context));
  const found = new Set<string>();
  for (const { name } of tables.rows) {
    const { rows } = await pool.query(
      `SELECT DISTINCT v #>> '{}' AS text
       FROM "${name}" t, jsonb_path_query(to_jsonb(t), '$.** ? (@.type() == "string")') v`,
    );
    for (const { text } of rows) if (files.has(text)) found.add(text);
  }
  return [...found].toSorted();
}

describe('the inventory of the store', () => {
  it('names every file that is there, each once, and no other', async () => {
    const files = filesIn(server.context);
    expect(files.length).toBeGreaterThan(20);
    expect(await named()).toEqual(files);
  });

  it('misses no column of any table', async () => {
    expect(await namedAnywhere()).toEqual(await named());
  });

  it('says of one key whether it is named', async () => {
    const [key = ''] = await named();
    expect(await isNamed(server.context.db, key)).toBe(true);
    expect(await isNamed(server.context.db, `${key}x`)).toBe(false);
  });

  it('of one analysis holds upload and pictures', async () => {
    const { rows } = await server.context.pool.query('SELECT analysis_id AS id FROM reports WHERE id = $1', [
      seeded.report,
    ]);
    const keys = await blobsOfAnalysis(server.context.db, rows[0].id);
    expect(keys).toHaveLength(6);
    expect(await named()).toEqual(expect.arrayContaining(keys));
  });

  it('has no upload of the report of an exam, which is read from what its slices left', async () => {
    const { rows } = await server.context.pool.query(
      `SELECT source_key FROM analyses WHERE batch_id IS NOT NULL AND slice IS NULL`,
    );
    expect(rows).toEqual([{ source_key: null }]);
  });
});
