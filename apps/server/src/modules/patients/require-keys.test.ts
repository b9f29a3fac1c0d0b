import { existsSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seed } from '../../admin/seeded-server.test-support.ts';
import { makeDataKey } from '../../platform/crypto/key-ring.ts';
import { analysisUpload } from '../../testing/multipart.ts';
import { spawnServer } from '../../testing/server-process.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { requireDataKeys } from './require-keys.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ environment: { UPLOAD_LIMIT: '100' } });
  await seed(server);
}, 120_000);
afterAll(() => server.close());

/** The output of a server started on the same database and folder. */
async function start(environment: Readonly<Record<string, string>> = {}) {
  const { database, dataDir } = server.context.config;
  const url = database.kind === 'url' ? database.url : '';
  return spawnServer({ DATA_DIR: dataDir, DATABASE_URL: url, ...environment }).exit;
}

describe('a start with a key that does not open what is stored', { timeout: 600_000 }, () => {
  it('is refused because of the audit trail alone, naming the missing key', async () => {
    await server.signIn('ada');
    const { code, stderr } = await start({ DATA_KEYS: makeDataKey() });
    expect([code, stderr.split('\n').at(-1)]).toEqual([
      1,
      expect.stringContaining(`under the data key ${server.context.config.keys[0].id}, which is not there`),
    ]);
  });

  it('is refused because of one patient ID under a removed key', async () => {
    const [key] = server.context.config.keys;
    const { payload, headers } = analysisUpload('picture', 'PAT-1');
    const url = '/api/breast_segmentation/process/';
    const all = { ...headers, ...(await server.bearer('ada')) };
    expect((await server.app.inject({ method: 'POST', url, payload, headers: all })).statusCode).toBe(200);
    await server.context.pool.query(`UPDATE audit_heads SET key_id = 'ffffffff'`);
    const { code, stderr } = await start({ DATA_KEYS: makeDataKey() });
    await server.context.pool.query('UPDATE audit_heads SET key_id = $1', [key.id]);
    expect([code, stderr]).toEqual([1, expect.stringContaining(key.id)]);
  });

  it.each(['phrases', 'reviews', 'review_changes', 'batches', 'users'])(
    'is refused because of one row of %s',
    async (table) => {
      const { pool, db } = server.context;
      // This process made the key file; a refusal would delete it.
      const config = { ...server.context.config, madeKeyFile: null };
      const column = table === 'users' ? 'totp_key' : 'patient_key';
      const found = await pool.query(
        `UPDATE ${table} SET ${column} = 'ffffffff' WHERE ${column} IS NOT NULL`,
      );
      expect(found.rowCount).toBeGreaterThan(0);
      await expect(requireDataKeys({ db, config })).rejects.toThrow(
        'under the data key ffffffff, which is not',
      );
      await pool.query(`UPDATE ${table} SET ${column} = $1 WHERE ${column} IS NOT NULL`, [config.keys[0].id]);
      await requireDataKeys({ db, config });
    },
  );

  it('leaves no new key behind if the key file is lost', async () => {
    const file = join(server.context.config.dataDir, 'data.key');
    await rename(file, `${file}.lost`);
    const { code, stderr } = await start();
    expect([code, stderr]).toEqual([1, expect.stringContaining('no key was given')]);
    expect(existsSync(file)).toBe(false);
    await rename(`${file}.lost`, file);
  });
});
