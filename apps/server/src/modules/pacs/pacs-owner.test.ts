import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { requirePacsOwner } from './index.ts';

const random = (bytes: number) => randomBytes(bytes).toString('base64');
let server: TestServer;
let ada: { authorization: string };

beforeAll(async () => {
  const environment = {
    SECOND_READ_MODE: 'production',
    JWT_SECRET: random(36),
    MEDIA_SECRET: random(36),
    DATA_KEYS: random(32),
    PACS_DICOMWEB_URL: 'http://127.0.0.1:9/dicom-web',
  };
  server = await startTestServer({ environment });
  ada = await server.bearer('ada');
});
afterAll(() => server.close());

const isAvailable = async () =>
  (await server.app.inject({ url: '/api/pacs/', headers: ada })).json().is_available;

describe('a PACS without a configured owner', () => {
  it('keeps a server with several organisations from starting, and is closed to all of them on a running one', async () => {
    await expect(requirePacsOwner(server.context)).rejects.toThrow('PACS_ORGANISATION');
    expect(await isAvailable()).toBe(false);
    const search = await server.app.inject({ url: '/api/pacs/studies/?patient_id=x', headers: ada });
    expect([search.statusCode, search.json().code]).toEqual([403, 'forbidden']);
  });

  it('belongs to the only organisation there is', async () => {
    const { pool } = server.context;
    await pool.query(`DELETE FROM users WHERE username = 'eve'`);
    await pool.query(`DELETE FROM organisations WHERE name = 'Other Clinic'`);
    await requirePacsOwner(server.context);
    expect(await isAvailable()).toBe(true);
  });
});
