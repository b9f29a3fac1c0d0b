import type argon2 from 'argon2';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTestServer, type TestServer, testPassword } from '../../../testing/test-server.ts';

const hashes = vi.hoisted(() => [] as string[]);
// Wraps the real one.
vi.mock('argon2', async (original) => {
  const real = await original<typeof argon2>();
  const verify = (hash: string, password: string) => {
    hashes.push(hash);
    return real.verify(hash, password);
  };
  return { ...real, verify };
});

let server: TestServer;
const statements: string[] = [];
beforeAll(async () => {
  server = await startTestServer();
  const real = pg.Client.prototype.query;
  vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...args: unknown[]) {
    const [first] = args;
    const text = typeof first === 'string' ? first : ((first as { text?: string } | undefined)?.text ?? '');
    // Counts the sign-in only: the queue polls meanwhile.
    if (/login_attempts|"users"|audit_events|audit_heads|audit chain/.test(text)) statements.push(text);
    return Reflect.apply(real, this, args);
  });
});
afterAll(async () => {
  vi.restoreAllMocks();
  await server.close();
});

async function workOf(payload: Record<string, string>, remoteAddress: string) {
  statements.length = 0;
  hashes.length = 0;
  const call = { method: 'POST' as const, url: '/api/accounts/login/', payload, remoteAddress };
  const reply = await server.app.inject(call);
  const costs = hashes.map((hash) => hash.split('$').slice(0, 4).join('$'));
  return { status: reply.statusCode, statements: [...statements], costs };
}

describe('a refused sign-in', () => {
  it('costs the same work for an unknown account, a wrong password and a disabled account', async () => {
    await server.context.pool.query(`UPDATE users SET disabled_at = now() WHERE username = 'ben'`);
    const refused = {
      wrong: { username: 'ada', password: 'wrong' },
      unknown: { username: 'nobody', password: 'wrong' },
      unknownByEmail: { email: 'nobody@clinic.example', password: 'wrong' },
      disabled: { username: 'ben', password: testPassword },
    };
    // So that each audit chain has its first entry.
    for (const payload of Object.values(refused)) await workOf(payload, '10.2.0.1');
    const wrong = await workOf(refused.wrong, '10.2.0.2');
    expect(wrong.status).toBe(401);
    expect(wrong.costs).toEqual(['$argon2id$v=19$m=19456,p=1,t=2']);
    expect(wrong.statements.length).toBeGreaterThanOrEqual(5);
    expect(await workOf(refused.unknown, '10.2.0.3')).toEqual(wrong);
    expect(await workOf(refused.disabled, '10.2.0.4')).toEqual(wrong);
    const byEmail = await workOf(refused.unknownByEmail, '10.2.0.5');
    expect({ ...byEmail, statements: byEmail.statements.length }).toEqual({
      ...wrong,
      statements: wrong.statements.length,
    });
  });
});
