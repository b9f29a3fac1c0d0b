import { loginReply } from '@second-read/contract/accounts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { runAdmin } from './run-admin.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ environment: { SECOND_READ_MODE: 'demo' } });
});
afterAll(() => server.close());

async function admin(...args: string[]) {
  const said: string[] = [];
  const complaints: string[] = [];
  const { database, dataDir } = server.context.config;
  const environment = { DATA_DIR: dataDir, DATABASE_URL: database.kind === 'url' ? database.url : undefined };
  const status = await runAdmin(args, {
    say: (line) => said.push(line),
    complain: (line) => complaints.push(line),
    environment,
  });
  return { status, said: said.join('\n'), complaints: complaints.join('\n') };
}

function post(path: string, payload: Record<string, string>) {
  return server.app.inject({ method: 'POST', url: `/api/accounts/${path}/`, payload });
}

const chosen = 'blue lantern over harbour';
const oneTimePassword = (said: string) => /one-time password (\S+)/.exec(said)?.[1] ?? '';

async function create(username: string): Promise<string> {
  const { said } = await admin(
    ...['user', 'create', username, '--email', `${username}@north.example`],
    ...['--name', 'Grace H', '--organisation', 'North Clinic'],
  );
  return oneTimePassword(said);
}

describe('the first account of an installation', () => {
  it('is made by hand and opens after its one-time password was exchanged', async () => {
    expect((await admin('organisation', 'create', 'North Clinic')).status).toBe(0);
    const password = await create('grace');
    expect(password).toMatch(/^([a-z2-9]{5}-){3}[a-z2-9]{5}$/);

    const early = await post('login', { username: 'grace', password });
    expect([early.statusCode, early.json().code]).toEqual([403, 'password_change_required']);
    const weak = await post('password', { username: 'grace', password, new_password: 'unbelievable' });
    expect([weak.statusCode, weak.json().code]).toEqual([422, 'password_rejected']);

    const changed = await post('password', { username: 'grace', password, new_password: chosen });
    expect(loginReply.parse(changed.json()).user.organisation.name).toBe('North Clinic');
    expect((await post('login', { username: 'grace', password })).statusCode).toBe(401);
    expect((await post('login', { username: 'grace', password: chosen })).statusCode).toBe(200);
  });

  it('is one: a name that is taken is refused', async () => {
    expect((await admin('organisation', 'create', 'North Clinic')).status).toBe(1);
    const args = ['--email', 'other@north.example', '--name', 'Other', '--organisation', 'North Clinic'];
    expect(await admin('user', 'create', 'GRACE', ...args)).toMatchObject({ status: 1, said: '' });
  });

  it('keeps no password in clear, in no column', async () => {
    const password = await create('clara');
    const { rows } = await server.context.pool.query('SELECT * FROM users');
    expect(JSON.stringify(rows)).not.toContain(password);
    const { rows: trail } = await server.context.pool.query('SELECT * FROM audit_events');
    expect(JSON.stringify(trail)).not.toContain(password);
  });
});

describe('a one-time password', () => {
  it('ends after three days', async () => {
    const password = await create('lise');
    server.advance(72 * 3_600_000 + 1_000);
    const late = await post('password', { username: 'lise', password, new_password: chosen });
    server.advance(-72 * 3_600_000 - 1_000);
    expect([late.statusCode, late.json().code]).toEqual([401, 'invalid_credentials']);
  });

  it('replaces the password and ends the sessions of an account that is reset', async () => {
    const { access } = await server.signIn('ada');
    const { said } = await admin('user', 'reset', 'ada');
    const headers = { authorization: `Bearer ${access}` };
    expect((await server.app.inject({ url: '/api/trials/count/', headers })).statusCode).toBe(401);
    const password = oneTimePassword(said);
    const changed = await post('password', { username: 'ada', password, new_password: chosen });
    expect(changed.statusCode).toBe(200);
  });
});

describe('disabling', () => {
  const isIn = async (bearer: { authorization: string }) =>
    (await server.app.inject({ url: '/api/trials/count/', headers: bearer })).statusCode === 200;

  it('puts an account out at once, and enabling lets it in by a new session only', async () => {
    const bearer = await server.bearer('ben');
    await admin('user', 'disable', 'ben');
    expect(await isIn(bearer)).toBe(false);
    await admin('user', 'enable', 'ben');
    expect(await isIn(bearer)).toBe(false);
    expect(await isIn(await server.bearer('ben'))).toBe(true);
  });

  it('puts a whole organisation out, and no other', async () => {
    const [eve, ben] = [await server.bearer('eve'), await server.bearer('ben')];
    await admin('organisation', 'disable', 'Other Clinic');
    expect([await isIn(eve), await isIn(ben)]).toEqual([false, true]);
    expect((await post('login', { username: 'eve', password: 'Correct-Horse-7' })).statusCode).toBe(401);
    expect((await admin('organisation', 'list')).said).toMatch(/Other Clinic\tdisabled/);
    await admin('organisation', 'enable', 'Other Clinic');
    expect(await isIn(await server.bearer('eve'))).toBe(true);
  });

  it('is on the trail with what it was about', async () => {
    const { rows } = await server.context.pool.query(
      `SELECT action, user_agent, subject_id IS NOT NULL AS named FROM audit_events WHERE action LIKE '%disabled'`,
    );
    expect(rows).toEqual([
      { action: 'account.disabled', user_agent: 'admin command', named: true },
      { action: 'organisation.disabled', user_agent: 'admin command', named: true },
    ]);
  });
});

describe('the command line', () => {
  it('lists accounts without anything secret', async () => {
    const { said } = await admin('user', 'list');
    expect(said).toContain('North Clinic\tgrace\tgrace@north.example\tGrace H\treader\tenabled');
    expect(said).not.toContain('argon2');
  });

  it.each([
    [['user', 'create', 'mary'], '--email is required'],
    [['user', 'reset'], 'It takes <username>'],
    [['user', 'reset', 'ada', '--force'], 'Unknown option --force'],
    [['user', 'create', 'a b', '--email', 'a@b.example', '--name', 'A', '--organisation', 'X'], 'user name'],
    [['user', 'create', 'mary', '--email', 'nobody', '--name', 'A', '--organisation', 'X'], 'e-mail'],
    [['organisation', 'create', ''], '1 to 200'],
    [['user', 'forget'], 'user create <username>'],
  ])('answers %j with exit 2 and what would make sense', async (args, words) => {
    const { status, complaints } = await admin(...args);
    expect([status, complaints]).toEqual([2, expect.stringContaining(words)]);
  });

  it.each([
    [['user', 'reset', 'nobody'], 'no account "nobody"'],
    [['organisation', 'disable', 'Nowhere'], 'no organisation "Nowhere"'],
  ])('answers %j with exit 1 and the reason', async (args, words) => {
    expect(await admin(...args)).toMatchObject({
      status: 1,
      said: '',
      complaints: expect.stringContaining(words),
    });
  });
});
