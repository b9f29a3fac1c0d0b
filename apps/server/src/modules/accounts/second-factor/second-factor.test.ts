import {
  loginReply,
  recoveryCodesReply,
  sessionsReply,
  totpConfirmReply,
  totpSetupReply,
} from '@second-read/contract/accounts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer, testPassword } from '../../../testing/test-server.ts';
import { resetUser } from '../administration/administer-accounts.ts';
import { codeAt } from './totp.ts';

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
});
afterEach(() => server.close());

const ada = { username: 'ada', password: testPassword };

function post(path: string, payload: Record<string, string>) {
  return server.app.inject({ method: 'POST', url: `/api/accounts/${path}/`, payload });
}

async function answer(path: string, payload: Record<string, string>): Promise<string | number> {
  const reply = await post(path, payload);
  return reply.statusCode === 200 ? 200 : reply.json().code;
}

const stepNow = () => Math.floor(server.context.now().getTime() / 30_000);

async function setUp(): Promise<string> {
  const { secret } = totpSetupReply.parse((await post('totp', ada)).json());
  expect(await answer('totp/confirm', { ...ada, code: codeAt(stepNow(), secret) })).toBe(200);
  return secret;
}

async function accessWithCode(secret: string): Promise<string> {
  server.advance(30_000);
  const reply = await post('login', { ...ada, code: codeAt(stepNow(), secret) });
  return loginReply.parse(reply.json()).access;
}

describe('an account with a second factor', () => {
  it('signs in with password and code, each code once', async () => {
    const secret = await setUp();
    expect(await answer('login', ada)).toBe('code_required');
    server.advance(30_000);
    const code = codeAt(stepNow(), secret);
    expect(await answer('login', { ...ada, code })).toBe(200);
    expect(await answer('login', { ...ada, code })).toBe('invalid_code');
    expect(await answer('login', { ...ada, password: 'wrong', code })).toBe('invalid_credentials');
  });

  it('accepts one code once, also from concurrent callers', async () => {
    const secret = await setUp();
    server.advance(60_000);
    const code = codeAt(stepNow(), secret);
    const answers = await Promise.all(Array.from({ length: 4 }, () => answer('login', { ...ada, code })));
    expect(answers.filter((each) => each === 200)).toHaveLength(1);
  });

  it('stops guessing codes with the password known', async () => {
    await setUp();
    const answers = [];
    for (let guess = 0; guess < 8; guess += 1) {
      answers.push(await answer('login', { ...ada, code: String(100_000 + guess) }));
      answers.push(await answer('login', ada));
    }
    expect(answers.filter((each) => each === 'invalid_code').length).toBeLessThanOrEqual(5);
    expect(answers.at(-1)).toBe('too_many_requests');
  });

  it('stops guessing codes from ever new addresses', async () => {
    const secret = await setUp();
    const from = async (guess: number, code: string) => {
      const remoteAddress = `10.9.${guess >> 8}.${guess & 255}`;
      const call = { method: 'POST' as const, url: '/api/accounts/login/', payload: { ...ada, code } };
      return (await server.app.inject({ ...call, remoteAddress })).json().code;
    };
    const answers = [];
    for (let guess = 0; guess < 30; guess += 1) answers.push(await from(guess, String(100_000 + guess)));
    expect(answers.filter((each) => each === 'invalid_code')).toHaveLength(10);
    expect(answers.at(-1)).toBe('too_many_requests');
    server.advance(3_600_001);
    const reply = await post('login', { ...ada, code: codeAt(stepNow(), secret) });
    expect(reply.statusCode).toBe(200);
  });

  it('cannot be replaced or changed with the password alone', async () => {
    await setUp();
    expect(await answer('totp', ada)).toBe('code_required');
    expect(await answer('password', { ...ada, new_password: 'blue lantern over harbour' })).toBe(
      'code_required',
    );
  });

  it('shows its status, and allows removal with a code', async () => {
    const secret = await setUp();
    const headers = { authorization: `Bearer ${await accessWithCode(secret)}` };
    const state = () => server.app.inject({ url: '/api/accounts/totp/', headers });
    expect((await state()).json()).toEqual({ is_set_up: true, is_required: false, recovery_codes_left: 10 });
    server.advance(30_000);
    expect(await answer('totp/remove', { ...ada, code: '000000' })).toBe('invalid_code');
    expect(await answer('totp/remove', { ...ada, code: codeAt(stepNow(), secret) })).toBe(200);
    expect((await state()).json()).toEqual({ is_set_up: false, is_required: false, recovery_codes_left: 0 });
    expect(await answer('login', ada)).toBe(200);
  });

  it('is not set up, changed or removed with a one-time password: a permanent one comes first', async () => {
    const { password } = await resetUser('ada', { secondFactor: false }, server.context);
    const once = { username: 'ada', password };
    for (const [path, more] of [
      ['totp', {}],
      ['totp/confirm', { code: '123456' }],
      ['totp/recovery', { code: '123456' }],
      ['totp/remove', { code: '123456' }],
      ['login', {}],
    ] as const)
      expect([path, await answer(path, { ...once, ...more })]).toEqual([path, 'password_change_required']);
  });

  it('comes back with a one-time password, its next code and a password of its own', async () => {
    const secret = await setUp();
    const { password } = await resetUser('ada', { secondFactor: false }, server.context);
    server.advance(30_000);
    const once = { username: 'ada', password };
    const code = codeAt(stepNow(), secret);
    expect(await answer('login', { ...once, code })).toBe('password_change_required');
    const chosen = 'blue lantern over harbour';
    expect(await answer('password', { ...once, new_password: chosen })).toBe('code_required');
    expect(await answer('password', { ...once, new_password: chosen, code })).toBe(200);
  });

  it('is let in without a code after an administrator removed the lost app', async () => {
    await setUp();
    const { password } = await resetUser('ada', { secondFactor: true }, server.context);
    const new_password = 'blue lantern over harbour';
    expect(await answer('password', { username: 'ada', password, new_password })).toBe(200);
    expect(await answer('login', { username: 'ada', password: new_password })).toBe(200);
  });

  it('has its secret nowhere unencrypted', async () => {
    const secret = await setUp();
    const { rows } = await server.context.pool.query('SELECT * FROM users');
    expect(JSON.stringify(rows)).not.toContain(secret);
  });
});

describe('recovery codes', () => {
  async function setUpWithCodes(): Promise<{ secret: string; codes: string[] }> {
    const { secret } = totpSetupReply.parse((await post('totp', ada)).json());
    const reply = await post('totp/confirm', { ...ada, code: codeAt(stepNow(), secret) });
    return { secret, codes: totpConfirmReply.parse(reply.json()).recovery_codes ?? [] };
  }

  it('sign in once each in place of a code, however they are typed, and only with the password', async () => {
    const { codes } = await setUpWithCodes();
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) expect(code).toMatch(/^\d{4} \d{4} \d{4}$/);
    const [first = '', second = '', third = ''] = codes;
    expect(await answer('login', { ...ada, password: 'wrong', code: first })).toBe('invalid_credentials');
    expect(await answer('login', { ...ada, code: first })).toBe(200);
    expect(await answer('login', { ...ada, code: first })).toBe('invalid_code');
    expect(await answer('login', { ...ada, code: second.replaceAll(' ', '') })).toBe(200);
    expect(await answer('login', { ...ada, code: third.replaceAll(' ', '-') })).toBe(200);
    expect(await answer('login', { username: 'ben', password: testPassword, code: codes[3] ?? '' })).toBe(
      200,
    );
    expect(await answer('login', { ...ada, code: codes[3] ?? '' })).toBe(200);
    const { rows } = await server.context.pool.query(
      `SELECT count(*)::int AS n FROM audit_events WHERE action = 'account.recovery_code_used'`,
    );
    expect(rows[0].n).toBe(4);
  });

  it('are accepted once from concurrent callers, and guessing them is stopped', async () => {
    const { codes } = await setUpWithCodes();
    const both = await Promise.all([1, 2, 3].map(() => answer('login', { ...ada, code: codes[0] ?? '' })));
    expect(both.filter((each) => each === 200)).toHaveLength(1);
    const guesses = [];
    for (let guess = 0; guess < 8; guess += 1)
      guesses.push(await answer('login', { ...ada, code: `0000 0000 000${guess}` }));
    expect(guesses.at(-1)).toBe('too_many_requests');
  });

  it('are replaced with both factors, which invalidates the earlier ones', async () => {
    const { secret, codes } = await setUpWithCodes();
    expect(await answer('totp/recovery', ada)).toBe('invalid_request');
    expect(await answer('totp/recovery', { ...ada, code: '000000' })).toBe('invalid_code');
    server.advance(30_000);
    const reply = await post('totp/recovery', { ...ada, code: codeAt(stepNow(), secret) });
    const fresh = recoveryCodesReply.parse(reply.json()).recovery_codes;
    expect(await answer('login', { ...ada, code: codes[0] ?? '' })).toBe('invalid_code');
    expect(await answer('login', { ...ada, code: fresh[0] ?? '' })).toBe(200);
    const none = { username: 'ben', password: testPassword, code: '123456' };
    expect(await answer('totp/recovery', none)).toBe('forbidden');
  });

  it('are nowhere unencrypted, and are removed with the second factor', async () => {
    const { codes } = await setUpWithCodes();
    const rows = async () => (await server.context.pool.query('SELECT * FROM users')).rows;
    for (const code of codes) {
      expect(JSON.stringify(await rows())).not.toContain(code);
      expect(JSON.stringify(await rows())).not.toContain(code.replaceAll(' ', ''));
    }
    expect(await answer('totp/remove', { ...ada, code: codes[0] ?? '' })).toBe(200);
    expect((await rows()).map((row) => row.recovery_codes)).toEqual([null, null, null]);
  });
});

describe('an organisation that requires a second factor', () => {
  it('refuses sign-in without one, and lets everybody set one up', async () => {
    await server.context.pool.query(`UPDATE organisations SET requires_totp = true WHERE name = 'Clinic'`);
    expect(await answer('login', ada)).toBe('code_setup_required');
    expect(await answer('login', { username: 'eve', password: testPassword })).toBe(200);
    const { secret } = totpSetupReply.parse((await post('totp', ada)).json());
    expect(await answer('totp/confirm', { ...ada, code: '000000' })).toBe('invalid_code');
    const reply = await post('totp/confirm', { ...ada, code: codeAt(stepNow(), secret) });
    expect(loginReply.parse(reply.json()).user.username).toBe('ada');
    server.advance(30_000);
    const removal = { ...ada, code: codeAt(stepNow(), secret) };
    expect(await answer('totp/remove', removal)).toBe('forbidden');
  });
});

describe('an account that everybody shares', () => {
  it('refuses a second factor and another password, and hides the sessions of others', async () => {
    await server.context.pool.query(`UPDATE organisations SET is_demo = true WHERE name = 'Clinic'`);
    const [here, there] = [await server.signIn('ada'), await server.signIn('ada')];
    expect(await answer('totp', ada)).toBe('forbidden');
    expect(await answer('password', { ...ada, new_password: 'blue lantern over harbour' })).toBe('forbidden');
    const headers = { authorization: `Bearer ${here.access}` };
    const reply = await server.app.inject({ url: '/api/accounts/sessions/', headers });
    const seen = sessionsReply.parse(reply.json());
    expect(seen.map((session) => session.is_current)).toEqual([true]);
    const { rows } = await server.context.pool.query('SELECT id FROM sessions WHERE id <> $1', [seen[0]?.id]);
    const url = `/api/accounts/sessions/${rows[0].id}/end/`;
    expect((await server.app.inject({ method: 'POST', url, headers })).statusCode).toBe(404);
    const others = { authorization: `Bearer ${there.access}` };
    expect((await server.app.inject({ url: '/api/trials/count/', headers: others })).statusCode).toBe(200);
  });
});

describe('sessions', () => {
  const bearerOf = (access: string) => ({ authorization: `Bearer ${access}` });
  const list = async (access: string) => {
    const reply = await server.app.inject({ url: '/api/accounts/sessions/', headers: bearerOf(access) });
    return sessionsReply.parse(reply.json());
  };
  const end = (access: string, id: string) =>
    server.app.inject({
      method: 'POST',
      url: `/api/accounts/sessions/${id}/end/`,
      headers: bearerOf(access),
    });

  it('are listed and ended by their owner alone', async () => {
    const [here, there, stranger] = [
      await server.signIn('ada'),
      await server.signIn('ada'),
      await server.signIn('ben'),
    ];
    const mine = await list(here.access);
    expect(mine.map((session) => session.is_current).toSorted()).toEqual([false, true]);
    const other = mine.find((session) => !session.is_current)?.id ?? '';
    expect((await end(stranger.access, other)).statusCode).toBe(404);
    expect((await end(here.access, other)).statusCode).toBe(204);
    expect((await list(here.access)).map((session) => session.id)).not.toContain(other);
    const gone = await server.app.inject({ url: '/api/trials/count/', headers: bearerOf(there.access) });
    expect(gone.json().code).toBe('session_revoked');
  });

  it('end after a quarter of an hour without use, and continue with use', async () => {
    const { access } = await server.signIn('ada');
    const idle = await server.signIn('ada');
    const status = async () =>
      (await server.app.inject({ url: '/api/trials/count/', headers: bearerOf(access) })).statusCode;
    server.advance(14 * 60_000);
    expect(await status()).toBe(200);
    server.advance(2 * 60_000);
    const refreshed = await post('token/refresh', { refresh: idle.refresh });
    expect([refreshed.statusCode, refreshed.json().code]).toEqual([401, 'session_revoked']);
    const { rows } = await server.context.pool.query(
      'SELECT last_used_at FROM sessions ORDER BY last_used_at',
    );
    expect(rows).toHaveLength(2);
    expect(rows[1].last_used_at.getTime() - rows[0].last_used_at.getTime()).toBeGreaterThan(13 * 60_000);
  });
});
