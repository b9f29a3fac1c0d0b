import { randomBytes } from 'node:crypto';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { Writable } from 'node:stream';
import { manifests } from '@second-read/analyses/manifests';
import { siteReply } from '@second-read/contract/accounts';
import { errorReply } from '@second-read/contract/errors';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { makeDataKey } from '../platform/crypto/key-ring.ts';
import { startLoopClock } from '../testing/loop-clock.ts';
import { analysisUpload } from '../testing/multipart.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { buildApp } from './app.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  await server.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => server.close());

function openSocket(): { socket: Socket; ended: Promise<{ text: string; afterMs: number }> } {
  const { port } = server.app.server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1');
  const clock = startLoopClock();
  let text = '';
  socket.on('data', (chunk) => {
    text += chunk.toString();
  });
  socket.on('error', () => {});
  const ended = new Promise<{ text: string; afterMs: number }>((resolve) =>
    socket.once('close', () => resolve({ text, afterMs: clock.stop() })),
  );
  return { socket, ended };
}

describe('errors', () => {
  it.each([
    ['an unknown address', { url: '/api/nothing/' }, 404, 'not_found'],
    ['an unknown picture', { url: '/media' }, 404, 'not_found'],
    [
      'broken JSON',
      { method: 'POST' as const, url: '/api/accounts/login/', payload: '{' },
      400,
      'invalid_request',
    ],
    ['a broken escape in the address', { url: '/api/reports/%E0%A4%A/' }, 400, 'invalid_request'],
    [
      'a body of 65 KiB where JSON is read',
      {
        method: 'POST' as const,
        url: '/api/accounts/login/',
        payload: JSON.stringify({ x: 'y'.repeat(66_000) }),
      },
      413,
      'upload_too_large',
    ],
  ])('answer %s in the one shape', async (_what, request, status, code) => {
    const reply = await server.app.inject({ ...request, headers: { 'content-type': 'application/json' } });
    expect([reply.statusCode, errorReply.strict().parse(reply.json()).code]).toEqual([status, code]);
  });

  it('answer invalid HTTP in the same format, and close', async () => {
    const { socket, ended } = openSocket();
    socket.write('BREW /pot HTCPCP/1.0\r\n\r\n');
    expect((await ended).text).toContain(
      '{"error":"The request could not be understood.","code":"invalid_request"}',
    );
  });
});

// Both wait for the same limit.
describe.concurrent('slow callers', () => {
  it('lose their connection within 10 s when 200 of them send a body slowly', async () => {
    const trickles = Array.from({ length: 200 }, () => {
      const { socket, ended } = openSocket();
      const head = 'POST /api/accounts/login/ HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json';
      socket.write(`${head}\r\ncontent-length: 60000\r\n\r\n{`);
      const timer = setInterval(() => socket.write(' '), 500);
      return ended.finally(() => clearInterval(timer));
    });
    for (const { afterMs } of await Promise.all(trickles)) expect(afterMs).toBeLessThan(10_000);
  });

  it('lose their connection within 10 s when the head never ends', async () => {
    const { socket, ended } = openSocket();
    socket.write('GET /healthz HTTP/1.1\r\nhost: localhost\r\nx: ');
    const { text, afterMs } = await ended;
    expect(afterMs).toBeLessThan(10_500);
    expect(text).toContain('"code":"request_timeout"');
  });
});

describe('operations', () => {
  it('reports liveness and readiness', async () => {
    expect((await server.app.inject({ url: '/healthz' })).json()).toEqual({ status: 'ok' });
    const ready = await server.app.inject({ url: '/readyz' });
    expect([ready.statusCode, ready.json()]).toEqual([
      200,
      {
        status: 'ready',
        checks: {
          database: { ok: true },
          pictures: { ok: true },
          queue: { ok: true },
          uploads: { ok: true },
        },
      },
    ]);
  });

  it('names the missing part, and no internals', async () => {
    const inside = new Error('connect ECONNREFUSED 10.0.0.5:9000 as second_read');
    const broken = { ...server.context.blobs, check: () => Promise.reject(inside) };
    const app = await buildApp({ ...server.context, blobs: broken });
    const reply = await app.inject({ url: '/readyz' });
    await app.close();
    expect(reply.statusCode).toBe(503);
    expect(reply.body).not.toContain('10.0.0.5');
    expect(reply.json().checks).toMatchObject({
      database: { ok: true },
      pictures: { ok: false, problem: 'the store of pictures does not answer as it should' },
    });
  });

  it('checks once a second, however often it is called, and is rate-limited', async () => {
    let looks = 0;
    const { config, blobs } = server.context;
    const check = async () => {
      looks += 1;
    };
    const counted = { ...blobs, check };
    const limits = { ...config.limits, requestsPerMinute: 50 };
    const app = await buildApp({ ...server.context, blobs: counted, config: { ...config, limits } });
    const statuses = [];
    const start = performance.now();
    for (let call = 0; call < 60; call += 1) statuses.push((await app.inject({ url: '/readyz' })).statusCode);
    const seconds = (performance.now() - start) / 1000;
    await app.close();
    expect(looks).toBeLessThanOrEqual(1 + seconds);
    expect([statuses.filter((each) => each === 200).length, statuses.at(-1)]).toEqual([50, 429]);
  });

  it('counts requests by pattern, never by path', async () => {
    await server.app.inject({ url: '/api/reports/breast-somebody/' });
    const { body } = await server.app.inject({ url: '/metrics' });
    expect(body).toMatch(
      /http_request_duration_seconds_count\{method="GET",route="\/api\/reports\/:id\/",status="401"\} 1/,
    );
    expect(body).toContain('analyses_waiting 0');
    expect(body).not.toContain('somebody');
  });

  it('requires the metrics token, if one is set', async () => {
    const metricsToken = 'a-token-of-at-least-16-characters';
    const config = { ...server.context.config, http: { ...server.context.config.http, metricsToken } };
    const app = await buildApp({ ...server.context, config });
    const statuses = [];
    for (const authorization of [
      undefined,
      'Bearer wrong',
      `Basic ${metricsToken}`,
      `Bearer ${metricsToken}`,
    ]) {
      const headers = authorization === undefined ? {} : { authorization };
      statuses.push((await app.inject({ url: '/metrics', headers })).statusCode);
    }
    await app.close();
    expect(statuses).toEqual([401, 401, 401, 200]);
  });

  it('logs no patient ID and no search text', async () => {
    const lines: string[] = [];
    const logged = await startTestServer({ logTo: (line) => lines.push(line) });
    const { app } = logged;
    const bearer = await logged.bearer('ada');
    const { payload, headers } = analysisUpload('crash', 'PATIENT-IN-CLEAR');
    const all = { ...headers, ...bearer };
    await app.inject({ method: 'POST', url: '/api/breast_segmentation/process/', payload, headers: all });
    await app.inject({ url: '/api/breast_segmentation/all-reports/?q=PATIENT-IN-CLEAR', headers: bearer });
    await app.inject({ url: '/api/patients/known/?patient_id=PATIENT-IN-CLEAR', headers: bearer });
    await logged.close();
    const said = lines.join('');
    expect(said).toContain('the thread died');
    expect(said).toContain('/api/breast_segmentation/all-reports/');
    expect(lines.filter((line) => line.includes('PATIENT-IN-CLEAR'))).toEqual([]);
  });
});

describe('a caller who disconnects in the middle of an upload', () => {
  it('is logged, and is not a server error', async () => {
    const lines: string[] = [];
    const sink = new Writable({
      write: (chunk, _encoding, done) => {
        lines.push(String(chunk));
        done();
      },
    });
    const app = await buildApp({ ...server.context, log: pino({ level: 'info' }, sink) });
    await app.listen({ host: '127.0.0.1', port: 0 });
    const { authorization } = await server.bearer('ada');
    const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
    socket.on('error', () => {});
    const { payload, headers } = analysisUpload(Buffer.alloc(200_000));
    const head = `POST /api/breast_segmentation/process/ HTTP/1.1\r\nhost: localhost\r\nauthorization: ${authorization}`;
    const type = `content-type: ${headers['content-type']}\r\ncontent-length: ${payload.length}`;
    socket.write(`${head}\r\n${type}\r\n\r\n`);
    socket.write(payload.subarray(0, 100_000), () => setTimeout(() => socket.destroy(), 300));
    await expect.poll(() => lines.join('')).toContain('client disconnected');
    await app.close();
    expect(lines.filter((line) => JSON.parse(line).level >= 50)).toEqual([]);
  });
});

describe('headers', () => {
  it('forbid framing, third-party scripts and sniffing', async () => {
    const { headers } = await server.app.inject({ url: '/api/site/' });
    expect(headers['content-security-policy']).toContain("script-src 'self' 'wasm-unsafe-eval'");
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
    expect(headers['content-security-policy']).not.toContain('upgrade-insecure-requests');
    expect(headers['content-security-policy']).not.toContain('unsafe-inline');
    expect(headers['permissions-policy']).toContain('microphone=(), geolocation=()');
    expect(headers['permissions-policy']).toContain('camera=(self)');
    expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'x-frame-options': 'DENY' });
  });

  it('set HSTS in production only', async () => {
    expect((await server.app.inject({ url: '/api/site/' })).headers['strict-transport-security']).toBe(
      undefined,
    );
    const production = await startTestServer({
      environment: {
        SECOND_READ_MODE: 'production',
        JWT_SECRET: randomBytes(48).toString('base64'),
        MEDIA_SECRET: randomBytes(48).toString('base64'),
        DATA_KEYS: makeDataKey(),
      },
    });
    const { headers } = await production.app.inject({ url: '/api/site/' });
    await production.close();
    expect(headers['strict-transport-security']).toBe('max-age=31536000');
  });

  it('keep responses about patients and accounts out of caches', async () => {
    const bearer = await server.bearer('ada');
    for (const url of [
      '/api/breast_segmentation/my-reports/',
      '/api/trials/count/',
      '/api/accounts/dashboard/',
    ]) {
      expect((await server.app.inject({ url, headers: bearer })).headers['cache-control']).toBe('no-store');
    }
  });
});

describe('the limit of requests per address', () => {
  it('answers 429 in the error format beyond it', async () => {
    const { context } = server;
    const limits = { ...context.config.limits, requestsPerMinute: 5 };
    const app = await buildApp({ ...context, config: { ...context.config, limits } });
    const replies = [];
    for (let call = 0; call < 6; call += 1) replies.push(await app.inject({ url: '/api/site/' }));
    await app.close();
    expect(replies.map((reply) => reply.statusCode)).toEqual([200, 200, 200, 200, 200, 429]);
    expect(errorReply.parse(replies[5]?.json()).code).toBe('too_many_requests');
    expect(Number(replies[5]?.headers['retry-after'])).toBeGreaterThan(0);
  });
});

describe('GET /api/site/', () => {
  it('names the demo account in demo mode', async () => {
    const site = siteReply.parse((await server.app.inject({ url: '/api/site/' })).json());
    expect(site).toMatchObject({
      product_name: 'Second Read',
      mode: 'demo',
      demo_account: { username: 'demo', password: 'Demo-Reader-2026' },
    });
  });
});

describe('OpenAPI', () => {
  const documentSchema = z.looseObject({
    openapi: z.literal('3.1.0'),
    paths: z.record(
      z.string().startsWith('/'),
      z.partialRecord(
        z.enum(['get', 'post', 'patch', 'delete']),
        z.looseObject({ responses: z.record(z.string(), z.looseObject({})) }),
      ),
    ),
  });

  it('describes every route of the contract, with valid references', async () => {
    const reply = await server.app.inject({ url: '/api/docs/json' });
    const document = documentSchema.parse(reply.json());
    for (const { apiPath } of manifests) {
      expect(Object.keys(document.paths)).toEqual(
        expect.arrayContaining([
          `/api/${apiPath}/process/`,
          `/api/${apiPath}/progress/{key}/`,
          `/api/${apiPath}/cancel/{key}/`,
          `/api/${apiPath}/my-reports/`,
          `/api/${apiPath}/all-reports/`,
          `/api/${apiPath}/reports/{id}/`,
        ]),
      );
    }
    for (const [, pointer] of reply.body.matchAll(/"\$ref":"#\/([^"]+)"/g)) {
      const target = pointer
        ?.split('/')
        .reduce<unknown>((node, key) => (node as Record<string, unknown>)?.[key], document);
      expect(target).toBeDefined();
    }
  });

  it('describes the parts of an upload and the error format', async () => {
    const { paths } = documentSchema.parse((await server.app.inject({ url: '/api/docs/json' })).json());
    expect(paths['/api/brain_ct/process/']?.post).toMatchObject({
      requestBody: { content: { 'multipart/form-data': { schema: { required: ['patient_id', 'image'] } } } },
    });
    expect(Object.keys(paths['/api/trials/count/']?.get?.responses ?? {})).toEqual(['200', '4XX', '5XX']);
  });

  it('is shown as a page', async () => {
    const reply = await server.app.inject({ url: '/api/docs' });
    expect([200, 302]).toContain(reply.statusCode);
    expect((await server.app.inject({ url: '/api/docs/' })).headers['content-type']).toContain('text/html');
  });
});
