import { accountsReply, oneTimePasswordReply } from '@second-read/contract/administration';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { createUser } from './administer-accounts.ts';
import { ensureOrganisation } from './create-account.ts';

const url = '/api/administration/accounts/';
const wanted = { username: 'Tess', email: 'tess@clinic.example', full_name: 'Tess T', role: 'technician' };
const chosen = 'Another-Good-Horse-9';

let server: TestServer;
let headers: { authorization: string };
beforeAll(async () => {
  server = await startTestServer();
  await server.context.pool.query(`UPDATE users SET role = 'administrator' WHERE username = 'ada'`);
  headers = await server.bearer('ada');
});
afterAll(() => server.close());

const send = (method: 'POST' | 'PATCH', path: string, payload: object) =>
  server.app.inject({ method, url: `${url}${path}`, payload, headers });
const list = async () => accountsReply.parse((await server.app.inject({ url, headers })).json()).accounts;
const idOf = async (name: string) => (await list()).find(({ username }) => username === name)?.id ?? '';
const post = (path: string, payload: object) =>
  server.app.inject({ method: 'POST', url: `/api/accounts/${path}/`, payload });
const trail = async (action: string) =>
  (await server.context.pool.query('SELECT details, user_id FROM audit_events WHERE action = $1', [action]))
    .rows;

describe('an administrator', () => {
  it('sees the accounts of the own organization alone', async () => {
    expect((await list()).map(({ username, role }) => [username, role])).toEqual([
      ['ada', 'administrator'],
      ['ben', 'senior_reader'],
    ]);
  });

  it('creates an account, which signs in after its one-time password was exchanged', async () => {
    const made = oneTimePasswordReply.parse((await send('POST', '', wanted)).json());
    expect(made.account).toMatchObject({ username: 'tess', role: 'technician', state: 'one_time_password' });
    const credentials = { username: 'tess', password: made.one_time_password };
    expect((await post('login', credentials)).json().code).toBe('password_change_required');
    const changed = await post('password', { ...credentials, new_password: chosen });
    expect(changed.json().user).toMatchObject({ role: 'technician', organisation: { name: 'Clinic' } });
    expect((await list()).find(({ username }) => username === 'tess')?.state).toBe('enabled');
    const [entry] = await trail('account.created');
    expect(entry).toMatchObject({ details: { username: 'tess', role: 'technician' } });
    expect(entry.user_id).toBe(await idOf('ada'));
    expect(JSON.stringify(await trail('account.created'))).not.toContain(made.one_time_password);
  });

  it('is told in a sentence why an account cannot be', async () => {
    for (const [wrong, words] of [
      [wanted, 'cannot be used'],
      [{ ...wanted, username: 'eve' }, 'cannot be used'],
      [{ ...wanted, username: 'x' }, '2 to 64'],
      [{ ...wanted, username: 'new', email: 'nothing' }, 'e-mail'],
      [{ ...wanted, username: 'new', email: 'n@e.example', role: 'king' }, 'role'],
    ] as const) {
      const reply = await send('POST', '', wrong);
      expect([reply.statusCode, reply.json().error]).toEqual([400, expect.stringContaining(words)]);
    }
  });

  it('changes a role; whoever loses a right is signed out, also of streams and image links', async () => {
    const ben = await server.bearer('ben');
    const worklist = async () =>
      (await server.app.inject({ url: '/api/worklist/', headers: ben })).statusCode;
    expect(await worklist()).toBe(200);
    await send('PATCH', `${await idOf('ben')}/`, { role: 'technician' });
    expect(await worklist()).toBe(401);
    const again = await server.bearer('ben');
    const reply = await server.app.inject({ url: '/api/worklist/', headers: again });
    expect(reply.statusCode).toBe(403);
    expect(await trail('account.role_changed')).toMatchObject([
      { details: { username: 'ben', from: 'senior_reader', to: 'technician' } },
    ]);
  });

  it('disables and enables an account, and resets its password', async () => {
    const id = await idOf('ben');
    const ben = await server.bearer('ben');
    const isIn = async () =>
      (await server.app.inject({ url: '/api/trials/count/', headers: ben })).statusCode === 200;
    await send('PATCH', `${id}/`, { is_disabled: true });
    expect([await isIn(), (await list()).find((each) => each.id === id)?.state]).toEqual([false, 'disabled']);
    await send('PATCH', `${id}/`, { is_disabled: false });
    const reset = oneTimePasswordReply.parse((await send('POST', `${id}/reset/`, {})).json());
    const credentials = { username: 'ben', password: reset.one_time_password };
    expect((await post('password', { ...credentials, new_password: chosen })).statusCode).toBe(200);
    for (const action of ['account.disabled', 'account.enabled', 'account.reset'])
      expect(await trail(action)).toMatchObject([{ details: { username: 'ben' } }]);
  });

  it('changes neither the own account nor one of another organization', async () => {
    const own = await idOf('ada');
    const { userId: eve } = await server.signIn('eve');
    for (const [id, status] of [
      [own, 403],
      [eve, 404],
    ] as const) {
      expect((await send('PATCH', `${id}/`, { role: 'reader' })).statusCode).toBe(status);
      expect((await send('PATCH', `${id}/`, { is_disabled: true })).statusCode).toBe(status);
      expect((await send('POST', `${id}/reset/`, {})).statusCode).toBe(status);
    }
    expect((await list()).find((each) => each.id === own)).toMatchObject({ role: 'administrator' });
    expect((await server.signIn('eve')).userId).toBe(eve);
  });

  it('remains one where two demote or disable each other at once', async () => {
    for (const change of [{ role: 'reader' }, { is_disabled: true }]) {
      await server.context.pool.query(
        `UPDATE users SET role = 'administrator', disabled_at = NULL WHERE username IN ('ada', 'ben')`,
      );
      await server.context.pool.query(`UPDATE users SET password_ends_at = NULL`);
      const by = { ada: await server.bearer('ada'), ben: await bearerOf('ben') };
      headers = by.ada;
      const ids = { ada: await idOf('ada'), ben: await idOf('ben') };
      const replies = await Promise.all([
        server.app.inject({ method: 'PATCH', url: `${url}${ids.ben}/`, payload: change, headers: by.ada }),
        server.app.inject({ method: 'PATCH', url: `${url}${ids.ada}/`, payload: change, headers: by.ben }),
      ]);
      expect(replies.map(({ statusCode }) => statusCode).filter((status) => status === 200)).toHaveLength(1);
      const { rows } = await server.context.pool.query(
        `SELECT username FROM users WHERE role = 'administrator' AND disabled_at IS NULL`,
      );
      expect(rows).toHaveLength(1);
    }
  });
});

async function bearerOf(username: string): Promise<{ authorization: string }> {
  const reply = await post('login', { username, password: chosen });
  return { authorization: `Bearer ${reply.json().access}` };
}

it('an account of the demo organization is refused beforehand: it could never replace its password', async () => {
  const { context } = server;
  await ensureOrganisation({ name: 'Demo Organisation', isDemo: true }, context);
  const user = { username: 'late', email: 'late@demo.example', fullName: 'Late', role: 'reader' } as const;
  await expect(createUser({ ...user, organisation: 'Demo Organisation' }, context)).rejects.toThrow(
    'create an organization first',
  );
  const { rows } = await context.pool.query(`SELECT id FROM users WHERE username = 'late'`);
  expect(rows).toEqual([]);
});
