import { readFileSync } from 'node:fs';
import { sessionsReply } from '@second-read/contract/accounts';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createConfig } from '../../config/config.ts';
import { readEnvironment } from '../../config/environment.ts';
import { startTestServer, type TestServer, testPassword } from '../../testing/test-server.ts';
import { buildApp } from '../app.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

/** The address recorded for a sign-in from `remoteAddress`. */
async function addressOf(trustProxy: boolean | string | number, remoteAddress: string, forwarded: string) {
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

  it('is what a trusted proxy says, ignoring earlier entries', async () => {
    expect(await addressOf('10.0.0.0/8', '10.0.0.2', '198.51.100.1')).toBe('198.51.100.1');
    expect(await addressOf('10.0.0.0/8', '10.0.0.2', '192.0.2.66, 198.51.100.1')).toBe('198.51.100.1');
    expect(await addressOf('10.0.0.0/8', '203.0.113.9', '198.51.100.1')).toBe('203.0.113.9');
    expect(await addressOf('loopback', '127.0.0.1', '198.51.100.1')).toBe('198.51.100.1');
  });

  it('is what the outermost of the counted proxies says, however long the forged list', async () => {
    expect(await addressOf(1, '172.18.0.1', '192.0.2.66, 10.4.0.7')).toBe('10.4.0.7');
    expect(await addressOf(2, '172.18.0.1', '192.0.2.66, 198.51.100.1, 10.4.0.7')).toBe('198.51.100.1');
    expect(await addressOf(1, '::ffff:172.18.0.1', '10.4.0.7')).toBe('10.4.0.7');
    expect(await addressOf(1, '::1', '10.4.0.7')).toBe('10.4.0.7');
    expect(await addressOf(1, '203.0.113.9', '198.51.100.1')).toBe('203.0.113.9');
  });
});

describe('the manifests in deploy/', () => {
  it.each(['compose.yaml', 'kubernetes.yaml'])('%s trusts its proxies alone', (name) => {
    const text = readFileSync(new URL(`../../../../../deploy/${name}`, import.meta.url), 'utf8');
    const [, value] = /TRUST_PROXY(?:, value)?: "([^"]*)"/.exec(text) ?? [];
    const { http } = createConfig(readEnvironment({ DATA_DIR: '/tmp', TRUST_PROXY: value }));
    expect(http.trustProxy).toBe(1);
  });

  it('limit password guesses with ever new forwarded addresses', async () => {
    const { config } = server.context;
    const http = { ...config.http, trustProxy: 1 };
    const app = await buildApp({ ...server.context, config: { ...config, http } });
    const statuses = [];
    for (let guess = 0; guess < 12; guess += 1) {
      const headers = { 'x-forwarded-for': `198.51.100.${guess}, 203.0.113.77` };
      const payload = { username: 'ada', password: 'guess' };
      const call = { method: 'POST' as const, url: '/api/accounts/login/', payload, headers };
      statuses.push((await app.inject({ ...call, remoteAddress: '172.18.0.1' })).statusCode);
    }
    await app.close();
    expect(statuses).toEqual([...Array(5).fill(401), ...Array(7).fill(429)]);
  });
});

describe('forwarded headers of an address that is not trusted', () => {
  it.each<[boolean | string, string, number]>([
    [false, '172.18.0.1', 1],
    ['10.0.0.0/8', '172.18.0.1', 1],
    ['10.0.0.0/8', '10.0.0.2', 0],
  ])(
    'with TRUST_PROXY %s and a call from %s are spoken of %i times',
    async (trustProxy, remoteAddress, times) => {
      const lines: string[] = [];
      const { config } = server.context;
      const log = pino({ level: 'warn' }, { write: (line) => void lines.push(line) });
      const http = { ...config.http, trustProxy };
      const app = await buildApp({ ...server.context, log, config: { ...config, http } });
      for (const forwarded of ['198.51.100.1', '198.51.100.2'])
        await app.inject({ url: '/healthz', headers: { 'x-forwarded-for': forwarded }, remoteAddress });
      await app.close();
      expect(lines.filter((line) => line.includes('set TRUST_PROXY'))).toHaveLength(times);
    },
  );
});
