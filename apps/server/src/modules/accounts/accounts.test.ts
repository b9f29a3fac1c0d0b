import { dashboardReply, loginReply, refreshReply } from '@second-read/contract/accounts';
import { sql } from 'drizzle-orm';
import { SignJWT } from 'jose';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer, testPassword } from '../../testing/test-server.ts';

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
});
afterEach(() => server.close());

function login(payload: Record<string, string>, remoteAddress = '10.0.0.1') {
  return server.app.inject({ method: 'POST', url: '/api/accounts/login/', payload, remoteAddress });
}

function refresh(token: string, device = 'browser of the clinic') {
  const payload = { refresh: token };
  const headers = { 'user-agent': device };
  return server.app.inject({ method: 'POST', url: '/api/accounts/token/refresh/', payload, headers });
}

function dashboard(access: string) {
  const headers = { authorization: `Bearer ${access}` };
  return server.app.inject({ url: '/api/accounts/dashboard/', headers });
}

async function actions(): Promise<unknown[]> {
  const { rows } = await server.context.db.execute(sql`SELECT action FROM audit_events ORDER BY id`);
  return rows.map((row) => row.action);
}

describe('signing in', () => {
  it.each<Record<string, string>>([
    { username: 'ada' },
    { username: ' ADA ' },
    { email: 'Ada@Clinic.example' },
  ])('works with %j', async (identifier) => {
    const reply = await login({ ...identifier, password: testPassword });
    const { access, user } = loginReply.parse(reply.json());
    expect(user).toMatchObject({ username: 'ada', full_name: 'Reader ada' });
    expect(reply.headers['cache-control']).toBe('no-store');
    expect(dashboardReply.parse((await dashboard(access)).json()).user).toEqual(user);
  });

  it('refuses a wrong password, an unknown account and a disabled one with the same message', async () => {
    await server.context.pool.query(`UPDATE users SET disabled_at = now() WHERE username = 'ben'`);
    const replies = [
      await login({ username: 'ada', password: 'wrong' }),
      await login({ username: 'nobody', password: testPassword }),
      await login({ username: 'ben', password: testPassword }),
    ];
    for (const reply of replies) {
      const error = 'Incorrect email, username or password.';
      expect([reply.statusCode, reply.json()]).toEqual([401, { error, code: 'invalid_credentials' }]);
    }
  });

  it('refuses extra and missing fields', async () => {
    expect((await login({ password: 'x' })).statusCode).toBe(400);
    expect((await login({ username: '', password: 'x' })).statusCode).toBe(400);
  });
});

describe('throttling', () => {
  it('stops guessing from one address, while the account can still sign in from another', async () => {
    const guesses = await Promise.all(
      Array.from({ length: 20 }, () => login({ username: 'ada', password: 'guess' }, '10.0.0.66')),
    );
    expect(guesses.filter((reply) => reply.statusCode === 401)).toHaveLength(5);
    const right = await login({ username: 'ada', password: testPassword }, '10.0.0.66');
    expect([right.statusCode, right.json().code]).toEqual([429, 'too_many_requests']);
    expect(Number(right.headers['retry-after'])).toBeGreaterThan(60);
    expect((await login({ username: 'ada', password: testPassword }, '10.0.0.1')).statusCode).toBe(200);
    expect((await login({ username: 'ben', password: testPassword }, '10.0.0.66')).statusCode).toBe(200);
  });

  it('counts an IPv6 network as one address', async () => {
    for (let host = 1; host <= 5; host += 1) {
      await login({ username: 'ada', password: 'guess' }, `2001:db8:1:2::${host}`);
    }
    expect((await login({ username: 'ada', password: 'guess' }, '2001:db8:1:2:ffff::9')).statusCode).toBe(
      429,
    );
    expect((await login({ username: 'ada', password: 'guess' }, '2001:db8:1:3::9')).statusCode).toBe(401);
  });

  it('ends after a quarter of an hour, and a correct password clears earlier failures', async () => {
    for (let slip = 0; slip < 6; slip += 1) await login({ username: 'ada', password: 'guess' });
    server.advance(15 * 60_000 + 1);
    expect((await login({ username: 'ada', password: 'guess' })).statusCode).toBe(401);
    expect((await login({ username: 'ada', password: testPassword })).statusCode).toBe(200);
    for (let slip = 0; slip < 5; slip += 1) {
      expect((await login({ username: 'ada', password: 'guess' })).statusCode).toBe(401);
    }
  });
});

describe('throttling of a whole address', () => {
  const guessInvented = async (times: number, remoteAddress: string) => {
    const answers = [];
    for (let guess = 0; guess < times; guess += 1)
      answers.push(
        (await login({ username: `invented-${guess}`, password: 'guess' }, remoteAddress)).statusCode,
      );
    return answers;
  };

  it('stops one password tried on many accounts, but does not lock out a site that people sign in from', async () => {
    expect((await login({ username: 'ada', password: testPassword }, '10.0.0.9')).statusCode).toBe(200);
    expect(new Set(await guessInvented(105, '10.0.0.9'))).toEqual(new Set([401]));
    expect((await login({ username: 'ben', password: testPassword }, '10.0.0.9')).statusCode).toBe(200);
    for (let slip = 0; slip < 5; slip += 1) await login({ username: 'ben', password: 'guess' }, '10.0.0.9');
    expect((await login({ username: 'ben', password: testPassword }, '10.0.0.9')).statusCode).toBe(429);

    expect((await guessInvented(101, '10.0.0.10')).at(-1)).toBe(429);
    expect((await login({ username: 'eve', password: testPassword }, '10.0.0.10')).statusCode).toBe(429);
  });

  it('forgets a sign-in after a week, and one by the shared demo account at once', async () => {
    await login({ username: 'ada', password: testPassword }, '10.0.0.11');
    server.advance(7 * 86_400_000 + 1);
    await server.context.pool.query(`UPDATE organisations SET is_demo = true WHERE name = 'Other Clinic'`);
    await login({ username: 'eve', password: testPassword }, '10.0.0.11');
    expect((await guessInvented(101, '10.0.0.11')).at(-1)).toBe(429);
  });

  it('counts the name and the e-mail address of an account as one', async () => {
    const names: Record<string, string>[] = [
      { username: 'ada' },
      { email: 'ada@clinic.example' },
      { username: 'ADA' },
    ];
    for (const identifier of names)
      for (let slip = 0; slip < 2; slip += 1) await login({ ...identifier, password: 'guess' });
    const reply = await login({ email: 'Ada@clinic.example', password: testPassword });
    expect([reply.statusCode, reply.json().code]).toEqual([429, 'too_many_requests']);
  });

  it('writes two audit entries an hour, however often it happens', async () => {
    for (let slip = 0; slip < 20; slip += 1) await login({ username: 'ada', password: 'guess' });
    server.advance(3_600_001);
    for (let slip = 0; slip < 6; slip += 1) await login({ username: 'ada', password: 'guess' });
    const { rows } = await server.context.db.execute(
      sql`SELECT details FROM audit_events WHERE action = 'session.throttled' ORDER BY id`,
    );
    expect(rows.map((row) => row.details)).toEqual([{}, { repeats: 14, addresses: 1 }, {}]);
  });
});

describe('texts that cannot be stored', () => {
  it('are refused with a message, not with a server error', async () => {
    const requests: Record<string, string>[] = [
      { username: 'a\0da', password: testPassword },
      { email: 'ada@clinic.example\0', password: 'guess' },
    ];
    for (const payload of requests) {
      const reply = await login(payload);
      expect([reply.statusCode, reply.json().code]).toEqual([400, 'invalid_request']);
    }
    const headers = await server.bearer('ada');
    for (const url of ['/api/breast_segmentation/my-reports/?after=%00', '/api/reports/%00/'])
      expect((await server.app.inject({ url, headers })).statusCode).toBeLessThan(500);
  });
});

describe('refreshing', () => {
  it('returns new tokens each time', async () => {
    let { refresh: token } = await server.signIn('ada');
    for (let round = 0; round < 3; round += 1) {
      const reply = refreshReply.parse((await refresh(token)).json());
      expect((await dashboard(reply.access)).statusCode).toBe(200);
      token = reply.refresh;
    }
  });

  it('ends the whole session when a token is reused elsewhere', async () => {
    const first = await server.signIn('ada');
    const second = refreshReply.parse((await refresh(first.refresh)).json());
    const reuse = await refresh(first.refresh, 'browser of a thief');
    expect([reuse.statusCode, reuse.json().code]).toEqual([401, 'session_revoked']);
    expect((await refresh(second.refresh)).json().code).toBe('session_revoked');
    expect((await dashboard(second.access)).json().code).toBe('session_revoked');
    expect(await actions()).toContain('session.reuse_detected');
  });

  it('gives the same device the same successor again for half a minute: its reply may have been lost', async () => {
    const { refresh: token } = await server.signIn('ada');
    const replies = await Promise.all(Array.from({ length: 5 }, () => refresh(token)));
    const successors = new Set(replies.map((reply) => refreshReply.parse(reply.json()).refresh));
    expect(successors.size).toBe(1);
    server.advance(10_000);
    const late = refreshReply.parse((await refresh(token)).json());
    expect(successors.has(late.refresh)).toBe(true);
    expect((await dashboard(late.access)).statusCode).toBe(200);
    const { rows } = await server.context.pool.query(
      `SELECT count(*)::int FROM audit_events WHERE action = 'session.refreshed' AND details ->> 'repeated' = 'true'`,
    );
    expect(rows).toEqual([{ count: 5 }]);
    server.advance(31_000);
    expect((await refresh(token)).json().code).toBe('session_revoked');
    expect((await refresh(late.refresh)).json().code).toBe('session_revoked');
  });

  it('does not repeat a successor that was used, nor one of a process whose clock is ahead', async () => {
    const { refresh: token } = await server.signIn('ada');
    const second = refreshReply.parse((await refresh(token)).json());
    await refresh(second.refresh);
    expect((await refresh(token)).json().code).toBe('session_revoked');
    const again = await server.signIn('ada');
    await refresh(again.refresh);
    await server.context.pool.query(`UPDATE sessions SET rotated_at = rotated_at + interval '1 hour'`);
    expect((await refresh(again.refresh)).json().code).toBe('session_revoked');
  });

  it('leaves other sessions of the account alone', async () => {
    const reused = await server.signIn('ada');
    const other = await server.signIn('ada');
    await refresh(reused.refresh);
    await refresh(reused.refresh, 'browser of a thief');
    expect((await refresh(other.refresh)).statusCode).toBe(200);
  });

  it('refuses forged tokens without ending the session they name', async () => {
    const { refresh: token } = await server.signIn('ada');
    const [sessionId, , mac] = token.split('.');
    for (const forged of [`${sessionId}.7.${mac}`, `${token}x`, `${sessionId}.0.`, 'a.b.c', 'x']) {
      expect((await refresh(forged)).json().code).toBe('not_signed_in');
    }
    expect((await refresh(token)).statusCode).toBe(200);
  });

  it('ends a session after its maximum hours, however active', async () => {
    let { access, refresh: token } = await server.signIn('ada');
    for (let minutes = 0; minutes < 12 * 60 - 20; minutes += 10) {
      server.advance(10 * 60_000);
      const reply = refreshReply.parse((await refresh(token)).json());
      [access, token] = [reply.access, reply.refresh];
    }
    expect((await dashboard(access)).statusCode).toBe(200);
    server.advance(14 * 60_000);
    [access, token] = Object.values(refreshReply.parse((await refresh(token)).json())) as [string, string];
    server.advance(7 * 60_000);
    expect((await dashboard(access)).json().code).toBe('session_revoked');
    expect((await refresh(token)).json().code).toBe('session_revoked');
  });

  it('ends after its days', async () => {
    const { refresh: token } = await server.signIn('ada');
    server.advance(14 * 86_400_000 + 1);
    expect((await refresh(token)).statusCode).toBe(401);
  });
});

describe('logging out', () => {
  it('ends the session on the server, also for its access token', async () => {
    const { access, refresh: token } = await server.signIn('ada');
    const payload = { refresh: token };
    const reply = await server.app.inject({ method: 'POST', url: '/api/accounts/logout/', payload });
    expect([reply.statusCode, reply.body]).toEqual([204, '']);
    expect((await dashboard(access)).json().code).toBe('session_revoked');
    expect((await refresh(token)).json().code).toBe('session_revoked');
    expect(await actions()).toEqual(['session.opened', 'session.closed']);
  });
});

describe('access tokens', () => {
  it('expire after their minutes, with their own code', async () => {
    const { access } = await server.signIn('ada');
    server.advance(15 * 60_000 + 1_000);
    const reply = await dashboard(access);
    expect([reply.statusCode, reply.json().code]).toEqual([401, 'token_expired']);
  });

  it('end at once when the account is disabled', async () => {
    const { access } = await server.signIn('ada');
    await server.context.pool.query(`UPDATE users SET disabled_at = now() WHERE username = 'ada'`);
    expect((await dashboard(access)).statusCode).toBe(401);
  });

  it('are refused when unsigned, signed with another key, for another audience, of another algorithm or tampered with', async () => {
    const { access, refresh: token, userId } = await server.signIn('ada');
    const secret = server.context.config.tokens.jwtSecret;
    const sid = token.split('.')[0];
    const base = () => new SignJWT({ sid }).setSubject(userId).setIssuedAt().setExpirationTime('5m');
    const good = () => base().setIssuer('second-read').setAudience('second-read-api');
    const [head, body, signature] = access.split('.');
    const none = Buffer.from('{"alg":"none"}').toString('base64url');
    const bad = [
      `${none}.${body}.`,
      `${none}.${body}.${signature}`,
      `${head}.${Buffer.from('{}').toString('base64url')}.${signature}`,
      await good().setProtectedHeader({ alg: 'HS256' }).sign(new Uint8Array(48)),
      await good().setProtectedHeader({ alg: 'HS512' }).sign(secret),
      await good().setAudience('elsewhere').setProtectedHeader({ alg: 'HS256' }).sign(secret),
      await good().setIssuer('elsewhere').setProtectedHeader({ alg: 'HS256' }).sign(secret),
      await new SignJWT({ sid }).setSubject(userId).setProtectedHeader({ alg: 'HS256' }).sign(secret),
      token,
      '',
    ];
    for (const each of bad) expect([each, (await dashboard(each)).statusCode]).toEqual([each, 401]);
    expect((await dashboard(await good().setProtectedHeader({ alg: 'HS256' }).sign(secret))).statusCode).toBe(
      200,
    );
  });
});

describe('a sandbox that an earlier demo left behind', () => {
  it('is closed in production: no sign-in, no call and no refresh', async () => {
    await server.context.pool.query('UPDATE organisations SET is_demo = true');
    const { access, refresh: token } = await server.signIn('ada');
    expect((await dashboard(access)).statusCode).toBe(200);

    Object.assign(server.context, { config: { ...server.context.config, mode: 'production' } });
    expect((await login({ username: 'ada', password: testPassword })).json().code).toBe(
      'invalid_credentials',
    );
    expect((await dashboard(access)).statusCode).toBe(401);
    expect((await refresh(token)).json().code).toBe('session_revoked');
  });
});
