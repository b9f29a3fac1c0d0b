import { deviceKeysReply } from '@second-read/contract/accounts';
import { afterEach, describe, expect, it } from 'vitest';
import { makeDataKey } from '../../platform/crypto/key-ring.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
afterEach(() => server.close());

async function keysOf(username: string) {
  const headers = await server.bearer(username);
  const reply = await server.app.inject({ url: '/api/accounts/device-keys/', headers });
  expect([reply.statusCode, reply.headers['cache-control']]).toEqual([200, 'no-store']);
  return deviceKeysReply.parse(reply.json()).keys;
}

describe('the keys of a device', () => {
  it('come back for the same account, and are others for another', async () => {
    server = await startTestServer();
    const [first] = await keysOf('ada');
    expect(Buffer.from(first?.secret ?? '', 'base64')).toHaveLength(32);
    expect(await keysOf('ada')).toEqual([first]);
    expect((await keysOf('ben'))[0]?.secret).not.toBe(first?.secret);
  });

  it('are told to nobody who is not signed in', async () => {
    server = await startTestServer();
    expect((await server.app.inject({ url: '/api/accounts/device-keys/' })).statusCode).toBe(401);
  });

  it('hold the older data keys as well, the present one first', async () => {
    const [present, older] = [makeDataKey(), makeDataKey()];
    server = await startTestServer({ environment: { DATA_KEYS: `${present},${older}` } });
    const keys = await keysOf('ada');
    expect(keys.map(({ id }) => id)).toEqual(server.context.config.keys.map(({ id }) => id));
    expect(new Set(keys.map(({ secret }) => secret)).size).toBe(2);
  });
});
