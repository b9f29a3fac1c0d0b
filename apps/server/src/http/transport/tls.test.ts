import { X509Certificate } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { type AddressInfo, connect as connectPlain } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { connect, type SecureVersion, type TLSSocket } from 'node:tls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../../platform/free-port.ts';
import { startLoopClock } from '../../testing/loop-clock.ts';
import { keepCertificate, makeCertificate } from '../../testing/self-made-certificate.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { buildApp } from '../app.ts';

const folder = mkdtempSync(join(tmpdir(), 'second-read-tls-'));
let server: TestServer;
let pair: { cert: string; key: string };
let port: number;
let redirectPort: number;
let files: ReturnType<typeof keepCertificate>;

beforeAll(async () => {
  pair = await makeCertificate();
  files = keepCertificate(folder, pair);
  redirectPort = await freePort();
  const environment = { ...files, TLS_REDIRECT_PORT: String(redirectPort) };
  server = await startTestServer({ environment });
  await server.app.listen({ host: '127.0.0.1', port: 0 });
  port = (server.app.server.address() as AddressInfo).port;
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Over TLS, trusting only `ca`. */
function get(path: string, ca = pair.cert): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    const call = request({ host: '127.0.0.1', port, path, ca, agent: false }, async (reply) =>
      resolve({ status: reply.statusCode ?? 0, body: await text(reply) }),
    );
    call.once('error', reject).end();
  });
}

function handshake(version: SecureVersion): Promise<TLSSocket | Error> {
  return new Promise((resolve) => {
    const options = { minVersion: version, maxVersion: version, ciphers: 'DEFAULT:@SECLEVEL=0' };
    const socket = connect({ host: '127.0.0.1', port, ca: pair.cert, ...options }, () => resolve(socket));
    socket.once('error', resolve);
  });
}

async function fingerprintNow(): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: '127.0.0.1', port, rejectUnauthorized: false }, () => {
      resolve(socket.getPeerX509Certificate()?.fingerprint256 ?? '');
      socket.destroy();
    });
    socket.once('error', reject);
  });
}

const fingerprintOf = ({ cert }: { cert: string }) => new X509Certificate(cert).fingerprint256;

function endOf(open: () => { once(event: 'close', listener: () => void): unknown }): Promise<number> {
  const clock = startLoopClock();
  return new Promise((resolve) => open().once('close', () => resolve(clock.stop())));
}

describe('with a certificate and its key', () => {
  it('speaks TLS 1.2 and 1.3, nothing older, and no plain HTTP', async () => {
    expect(await get('/healthz')).toEqual({ status: 200, body: '{"status":"ok"}' });
    for (const version of ['TLSv1.2', 'TLSv1.3'] as const) {
      const socket = await handshake(version);
      expect([version, socket instanceof Error ? socket.message : socket.getProtocol()]).toEqual([
        version,
        version,
      ]);
      if (!(socket instanceof Error)) socket.destroy();
    }
    for (const version of ['TLSv1', 'TLSv1.1'] as const)
      expect([version, await handshake(version)]).toEqual([version, expect.any(Error)]);
    await expect(fetch(`http://127.0.0.1:${port}/healthz`)).rejects.toThrow();
  });

  it('loads a new certificate on SIGHUP, but not one that does not match its key', async () => {
    const stranger = await makeCertificate();
    writeFileSync(files.TLS_CERT_FILE, stranger.cert);
    process.emit('SIGHUP');
    expect(await fingerprintNow()).toBe(fingerprintOf(pair));
    writeFileSync(files.TLS_KEY_FILE, stranger.key);
    process.emit('SIGHUP');
    expect(await fingerprintNow()).toBe(fingerprintOf(stranger));
    expect((await get('/healthz', stranger.cert)).status).toBe(200);
    pair = stranger;
  });

  it('loads a new certificate soon after its files changed', async () => {
    const next = await makeCertificate();
    keepCertificate(folder, next);
    await expect.poll(fingerprintNow, { interval: 500 }).toBe(fingerprintOf(next));
    pair = next;
  });

  it('closes connections with a slow body, no headers or no handshake, within 10 s', async () => {
    const head = 'POST /api/accounts/login/ HTTP/1.1\r\nhost: x\r\ncontent-type: application/json';
    const open = () =>
      connect({ host: '127.0.0.1', port, ca: pair.cert })
        .on('error', () => {})
        .resume();
    const trickle = () => {
      const socket = open();
      socket.write(`${head}\r\ncontent-length: 60000\r\n\r\n{`);
      const timer = setInterval(() => socket.write(' '), 500);
      return socket.once('close', () => clearInterval(timer));
    };
    const silent = () => connectPlain(port, '127.0.0.1').on('error', () => {});
    const times = await Promise.all([endOf(trickle), endOf(open), endOf(silent)]);
    for (const ms of times) expect(ms).toBeLessThan(10_500);
  });

  it('redirects browsers from plain HTTP, and refuses data sent over it', async () => {
    const plain = (path: string, init: RequestInit = {}) =>
      fetch(`http://127.0.0.1:${redirectPort}${path}`, { redirect: 'manual', ...init });
    const reply = await plain('/dashboard?x=1');
    expect([reply.status, reply.headers.get('location')]).toEqual([
      308,
      `https://127.0.0.1:${port}/dashboard?x=1`,
    ]);
    const sent = await plain('/api/accounts/login/', { method: 'POST', body: '{}' });
    expect([sent.status, await sent.json()]).toMatchObject([400, { code: 'invalid_request' }]);
  });

  it('does not start if the files are not a certificate and its key', async () => {
    const other = await makeCertificate();
    const wrong = mkdtempSync(join(folder, 'wrong-'));
    const tls = keepCertificate(wrong, { cert: pair.cert, key: other.key });
    const http = {
      ...server.context.config.http,
      tls: { certFile: tls.TLS_CERT_FILE, keyFile: tls.TLS_KEY_FILE, redirectPort: null },
    };
    const context = { ...server.context, config: { ...server.context.config, http } };
    await expect(buildApp(context)).rejects.toThrow('TLS_CERT_FILE and TLS_KEY_FILE cannot be used');
  });
});
