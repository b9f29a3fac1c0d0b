import { sessionsReply } from '@second-read/contract/accounts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer, testPassword } from '../testing/test-server.ts';
import { buildApp } from './app.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

/** The address that a sign-in from `remoteAddress` is written down under. */
async function addressOf(trustProxy: boolean | string, remoteAddress: string, forwarded: string) {
  const { config } = server.context;
  const app = await buildApp({
    ...server.context,
    config: { ...config, http: { ...config.http, trustProxy } },
  });
  const payload = { username: 'ada', password: testPassword };
  const headers = { 'x-forwarded-for': forwarded };
  const call = { method: 'POST' as const, url: '/api/accounts/login/', payload, headers, remoteAddress };
  const { access } = (await app.inject(call)).json();
  const authorization = `Bearer ${access}`;
  const reply = await app.inject({ url: '/api/accounts/sessions/', headers: { authorization } });
  await app.close();
  return sessionsReply.parse(reply.json()).find((session) => session.is_current)?.address;
}

describe('the address of a caller', () => {
  it('is that of the connection, whatever X-Forwarded-For says, unless a proxy is trusted', async () => {
    expect(await addressOf(false, '203.0.113.9', '198.51.100.1')).toBe('203.0.113.9');
  });

  it('is what a trusted proxy says, and no word of a stranger before it', async () => {
    expect(await addressOf('10.0.0.0/8', '10.0.0.2', '198.51.100.1')).toBe('198.51.100.1');
    expect(await addressOf('10.0.0.0/8', '10.0.0.2', '192.0.2.66, 198.51.100.1')).toBe('198.51.100.1');
    expect(await addressOf('10.0.0.0/8', '203.0.113.9', '198.51.100.1')).toBe('203.0.113.9');
    expect(await addressOf('loopback', '127.0.0.1', '198.51.100.1')).toBe('198.51.100.1');
  });
});
