import { dashboardReply, profileReply, totpSetupReply } from '@second-read/contract/accounts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer, testPassword } from '../../testing/test-server.ts';
import { codeAt } from './second-factor/totp.ts';

let server: TestServer;
let ada: { authorization: string };
beforeEach(async () => {
  server = await startTestServer();
  ada = await server.bearer('ada');
});
afterEach(() => server.close());

const wanted = { full_name: 'Dr. Ada Read', email: 'Ada.Read@clinic.example', password: testPassword };

const change = (payload: Record<string, string>, headers: Record<string, string> = ada) =>
  server.app.inject({ method: 'POST', url: '/api/accounts/profile/', payload, headers });

const post = (path: string, payload: Record<string, string>) =>
  server.app.inject({ method: 'POST', url: `/api/accounts/${path}/`, payload });

const me = async () => {
  const reply = await server.app.inject({ url: '/api/accounts/dashboard/', headers: ada });
  return dashboardReply.parse(reply.json()).user;
};

describe('name and e-mail address of an account', () => {
  it('are changed by its owner, who then signs in with the new address', async () => {
    const reply = await change({ ...wanted, full_name: '  Dr. Ada Read ' });
    const { user } = profileReply.parse(reply.json());
    expect(user).toMatchObject({ full_name: 'Dr. Ada Read', email: 'ada.read@clinic.example' });
    expect(await me()).toEqual(user);
    const signIn = (email: string) => post('login', { email, password: testPassword });
    expect((await signIn('ada.read@clinic.example')).statusCode).toBe(200);
    expect((await signIn('ada@clinic.example')).statusCode).toBe(401);
    const { rows } = await server.context.pool.query(
      `SELECT details FROM audit_events WHERE action = 'account.profile_changed'`,
    );
    expect(rows).toEqual([{ details: { changed: ['name', 'email'] } }]);
  });

  it('stay where the password is wrong, nobody is signed in, or the code is missing', async () => {
    expect((await change({ ...wanted, password: 'wrong' })).json().code).toBe('invalid_credentials');
    expect((await change(wanted, {})).json().code).toBe('not_signed_in');
    const credentials = { username: 'ada', password: testPassword };
    const { secret } = totpSetupReply.parse((await post('totp', credentials)).json());
    const code = () => codeAt(Math.floor(server.context.now().getTime() / 30_000), secret);
    expect((await post('totp/confirm', { ...credentials, code: code() })).statusCode).toBe(200);
    expect((await change(wanted)).json().code).toBe('code_required');
    expect((await me()).full_name).toBe('Reader ada');
    server.advance(30_000);
    expect((await change({ ...wanted, code: code() })).statusCode).toBe(200);
  });

  it.each([
    ['an address that somebody else has', { email: 'Eve@clinic.example' }],
    ['no address', { email: 'ada' }],
    ['no name', { full_name: ' \u200b ' }],
    ['a name of control characters', { full_name: 'Ada\nRead' }],
    ['a name of 201 characters', { full_name: 'x'.repeat(201) }],
  ])('are refused: %s', async (_what, part) => {
    const reply = await change({ ...wanted, ...part });
    expect([reply.statusCode, reply.json().code]).toEqual([400, 'invalid_request']);
    expect((await me()).email).toBe('ada@clinic.example');
  });

  it('of the shared demo account cannot be changed', async () => {
    await server.context.pool.query('UPDATE organisations SET is_demo = true');
    expect((await change(wanted)).json().code).toBe('forbidden');
  });
});

describe('a code that is too short', () => {
  it.each(['', '12345', '1 2 3 4 5'])('is reported and not counted as a guess: "%s"', async (code) => {
    const credentials = { username: 'ada', password: testPassword };
    for (const path of ['login', 'totp/confirm', 'totp/remove', 'totp/recovery'])
      for (let call = 0; call < 2; call += 1) {
        const reply = await post(path, { ...credentials, code });
        expect([path, reply.statusCode, reply.json()]).toEqual([
          path,
          401,
          {
            error: 'The code is too short: an app shows six digits, a recovery code has twelve characters.',
            code: 'invalid_code',
          },
        ]);
      }
    expect((await post('login', credentials)).statusCode).toBe(200);
  });
});
