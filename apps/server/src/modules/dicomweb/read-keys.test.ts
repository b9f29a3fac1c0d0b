import { readKeyReply, readKeysReply } from '@second-read/contract/accounts';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer, testPassword } from '../../testing/test-server.ts';
import { changeUser } from '../accounts/index.ts';
import { ctSlice, dicomReport, dicomWebOf } from './dicomweb.test-support.ts';

const url = '/api/accounts/read-keys/';
let server: TestServer;
let ada: { authorization: string };
let made: ReturnType<typeof readKeyReply.parse>;
beforeAll(async () => {
  server = await startTestServer({ environment: { UPLOAD_LIMIT: '1000' } });
  ada = await server.bearer('ada');
  await dicomReport(server, ada, ctSlice(1));
});
afterAll(() => server.close());
beforeEach(async () => {
  made = await createKey(ada);
});

const post = (headers: { authorization: string }, payload: object) =>
  server.app.inject({ method: 'POST', url, payload, headers });

async function createKey(headers: { authorization: string }, name = 'OHIF') {
  const reply = await post(headers, { name, password: testPassword });
  expect(reply.statusCode).toBe(201);
  return readKeyReply.parse(reply.json());
}

const basic = (password: string) => `Basic ${Buffer.from(`any:${password}`).toString('base64')}`;
const statusWith = async (authorization: string) =>
  (await dicomWebOf(server, { authorization }).get('/studies/1.2.3/metadata')).statusCode;
const isOpen = async () => (await statusWith(`Bearer ${made.key}`)) === 200;

describe('a key', () => {
  it('reads what its account sees, as a bearer token or as the password of Basic', async () => {
    expect(await statusWith(`Bearer ${made.key}`)).toBe(200);
    expect(await statusWith(basic(made.key))).toBe(200);
    const eve = await createKey(await server.bearer('eve'));
    expect(await statusWith(`Bearer ${eve.key}`)).toBe(404);
  });

  it('opens no other route', async () => {
    for (const path of ['/api/reports/', '/api/accounts/sessions/', url, '/api/audit/']) {
      const headers = { authorization: `Bearer ${made.key}` };
      expect([path, (await server.app.inject({ url: path, headers })).statusCode]).toEqual([path, 401]);
    }
  });

  it('is stored as a digest, and shown by no later reply', async () => {
    const { rows } = await server.context.db.execute(sql`SELECT * FROM read_keys`);
    const secret = made.key.slice(-43);
    expect(JSON.stringify(rows)).not.toContain(secret);
    const list = await server.app.inject({ url, headers: ada });
    expect(list.body).not.toContain(secret);
    expect(readKeysReply.parse(list.json()).map(({ id }) => id)).toContain(made.id);
  });

  it.each([
    ['another secret', (key: string) => `${key.slice(0, -43)}${'A'.repeat(43)}`],
    ['another id', (key: string) => key.replace(/srk_.{8}/, 'srk_00000000')],
    ['a secret cut short', (key: string) => key.slice(0, -1)],
  ])('with %s is refused', async (_what, change) => {
    expect(await statusWith(`Bearer ${change(made.key)}`)).toBe(401);
    expect(await statusWith(basic(change(made.key)))).toBe(401);
  });

  it('is refused once its owner revokes it, which no other account can', async () => {
    const revoke = async (headers: { authorization: string }) =>
      (await server.app.inject({ method: 'DELETE', url: `${url}${made.id}/`, headers })).statusCode;
    expect(await revoke(await server.bearer('ben'))).toBe(404);
    expect(await isOpen()).toBe(true);
    expect(await revoke(ada)).toBe(204);
    expect(await statusWith(`Bearer ${made.key}`)).toBe(401);
    expect(await revoke(ada)).toBe(404);
  });

  it.each([
    ['the account', `UPDATE users SET disabled_at = $1 WHERE username = 'ada'`],
    ['the organization', `UPDATE organisations SET disabled_at = $1 WHERE name = 'Clinic'`],
  ])('is refused while %s is disabled', async (_what, statement) => {
    await server.context.pool.query(statement, [new Date()]);
    expect(await statusWith(`Bearer ${made.key}`)).toBe(401);
    await server.context.pool.query(statement, [null]);
    expect(await isOpen()).toBe(true);
  });

  it('ends where the account loses a right', async () => {
    await changeUser('ada', { role: 'technician' }, server.context);
    await changeUser('ada', { role: 'senior_reader' }, server.context);
    expect(await statusWith(`Bearer ${made.key}`)).toBe(401);
    ada = await server.bearer('ada');
  });

  it('is made for whoever knows the password of the account', async () => {
    const replies = [await post(ada, { name: 'OHIF' }), await post(ada, { name: 'OHIF', password: 'wrong' })];
    expect(replies.map((reply) => reply.json().code)).toEqual(['invalid_request', 'invalid_credentials']);
  });

  it('ends after a year, as its reply says', async () => {
    const yearMs = 365 * 86_400_000;
    expect(Date.parse(made.expires_at) - Date.parse(made.created_at)).toBe(yearMs);
    const age = (ms: number) =>
      server.context.pool.query('UPDATE read_keys SET created_at = $1 WHERE id = $2', [
        new Date(Date.now() - ms),
        made.id,
      ]);
    await age(yearMs - 60_000);
    expect(await isOpen()).toBe(true);
    await age(yearMs + 60_000);
    expect(await statusWith(`Bearer ${made.key}`)).toBe(401);
    const list = await server.app.inject({ url, headers: ada });
    expect(list.body).not.toContain(made.id);
  });

  it('is not made in a session that ends meanwhile', async () => {
    const { access, userId } = await server.signIn('ben');
    const client = await server.context.pool.connect();
    await client.query('BEGIN');
    await client.query('SELECT FROM users WHERE id = $1 FOR UPDATE', [userId]);
    const reply = post({ authorization: `Bearer ${access}` }, { name: 'late', password: testPassword });
    const waiting = async () =>
      Number((await client.query('SELECT count(*) AS n FROM pg_locks WHERE NOT granted')).rows[0]?.n);
    await expect.poll(waiting, { timeout: 10_000 }).toBe(1);
    await client.query('UPDATE sessions SET revoked_at = now() WHERE user_id = $1', [userId]);
    await client.query('COMMIT');
    client.release();
    expect((await reply).json().code).toBe('session_revoked');
  });

  it('is one of at most twenty, also of those made at once', async () => {
    const { access, userId } = await server.signIn('ben');
    await server.context.pool.query(
      `INSERT INTO read_keys (id, user_id, name, digest, created_at)
       SELECT gen_random_uuid(), $1, 'many', '', now() FROM generate_series(1, 19)`,
      [userId],
    );
    const body = { name: 'last', password: testPassword };
    const replies = [1, 2, 3].map(() => post({ authorization: `Bearer ${access}` }, body));
    const statuses = (await Promise.all(replies)).map(({ statusCode }) => statusCode);
    expect(statuses.toSorted()).toEqual([201, 422, 422]);
  });

  it('is on the audit trail: that it was made, what was read with it, that it was revoked', async () => {
    await statusWith(`Bearer ${made.key}`);
    const { get } = dicomWebOf(server, { authorization: `Bearer ${made.key}` });
    expect((await get('/studies/9.9/metadata')).statusCode).toBe(404);
    await server.app.inject({ method: 'DELETE', url: `${url}${made.id}/`, headers: ada });
    const { rows } = await server.context.db.execute(
      sql`SELECT action FROM audit_events WHERE subject_id = ${made.id} OR details->>'key' = ${made.id} ORDER BY id`,
    );
    expect(rows.map(({ action }) => action)).toEqual([
      'account.read_key_created',
      'report.read',
      'report.denied',
      'account.read_key_revoked',
    ]);
  });
});
