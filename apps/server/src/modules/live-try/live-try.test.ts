import { randomBytes } from 'node:crypto';
import { anyReadingOf, readingOf } from '@second-read/analyses/stored-reading';
import { liveTryReply } from '@second-read/contract/live-try';
import { count } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Compute, ReadTask } from '../../platform/compute/compute.ts';
import { analyses, reports } from '../../platform/database/schema.ts';
import { onePixelPng, scriptedCompute } from '../../testing/scripted-compute.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let tasks: ReadTask[] = [];
let release: (() => void) | undefined;
let isHeld = false;

/** Answers any sample at once, or when it is released. */
const compute: Compute = {
  ...scriptedCompute(),
  read: async (task, { signal } = {}) => {
    tasks.push(task);
    if (isHeld) {
      await new Promise<void>((done, fail) => {
        release = done;
        signal?.addEventListener('abort', () => fail(new Error('stopped')));
      });
    }
    const wire = { report_text: ['nodule:1', 'nodule_confidence:71.2', 'region_affected:Right lung'] };
    return {
      status: 'completed',
      wire,
      reading: anyReadingOf(readingOf({ module: task.module, wire })),
      scores: {},
      candidates: [],
      labels: onePixelPng,
      extraMaps: {},
      legend: {},
      views: { original: onePixelPng, segmented: onePixelPng },
      study: { width: 1, height: 1, format: 'png', bitsStored: 8, spacingMm: null, patientId: null },
      timingsMs: { decode: 1, gate: 1, analyse: 1, encode: 1, total: 4 },
    };
  },
};

beforeAll(async () => {
  server = await startTestServer({ compute, environment: { RATE_LIMIT_PER_MINUTE: '100000' } });
});
afterAll(() => server.close());

const sample = '/api/live-try/lung/ct_a0002_13_lung_window.png/';
let asked = 0;
/** From an address of its own each time, unless one is given. */
function ask(url = sample, from?: string) {
  asked += 1;
  return server.app.inject({ method: 'POST', url, remoteAddress: from ?? `10.0.0.${asked}` });
}

describe('a live try', () => {
  it('reads a shipped sample for a visitor and keeps nothing', async () => {
    const reply = await ask();
    expect(reply.statusCode).toBe(200);
    const { findings, picture, conclusion } = liveTryReply.parse(reply.json());
    expect(findings[0]).toMatchObject({ label: 'Nodule', state: 'Detected', confidence: 71.2 });
    expect(picture).toMatch(/^data:image\/png;base64,iVBOR/);
    expect(conclusion).toMatch(/nodule/i);
    expect(tasks.at(-1)?.path).toMatch(/samples\/lung\/ct_a0002_13_lung_window\.png$/);
    for (const table of [reports, analyses])
      expect(await server.context.db.select({ rows: count() }).from(table)).toEqual([{ rows: 0 }]);
  });

  it('has the result of the first sample ready once the server listens', async () => {
    const ready = () => server.app.inject('/api/live-try/');
    expect((await ready()).statusCode).toBe(404);
    await server.app.listen({ port: 0, host: '127.0.0.1' });
    await expect.poll(async () => (await ready()).statusCode).toBe(200);
    expect(liveTryReply.parse((await ready()).json()).picture).toMatch(/^data:image\/png/);
    expect(tasks.at(-1)?.path).toMatch(/samples\/breast\/cesm_p276_l_dm_cc\.png$/);
  });

  it.each([
    '/api/live-try/lung/nothing.png/',
    '/api/live-try/unknown/ct_a0002_13_lung_window.png/',
    '/api/live-try/lung/..%2F..%2Fpackage.json/',
    '/api/live-try/breast/ct_a0002_13_lung_window.png/',
  ])('reads nothing for %s', async (url) => {
    tasks = [];
    expect((await ask(url)).statusCode).toBe(404);
    expect(tasks).toEqual([]);
  });

  it('gives way while another one runs', async () => {
    isHeld = true;
    const first = ask();
    await expect.poll(() => release).toBeDefined();
    const second = await ask();
    expect([second.statusCode, second.headers['retry-after']]).toEqual([429, '10']);
    isHeld = false;
    release?.();
    expect((await first).statusCode).toBe(200);
    expect((await ask()).statusCode).toBe(200);
  });

  it('gives way to analyses of accounts: none begins beside one, and one that runs ends', async () => {
    const { pool } = server.context;
    const { userId, organisationId } = await server.signIn('ada');
    const begin = () =>
      pool.query(
        `INSERT INTO analyses (id, organisation_id, user_id, module, service_type, state, patient_id, request_hash,
           source_key, source_bytes, source_sha256, charged, created_at, deadline_at)
         VALUES (gen_random_uuid(), $1, $2, 'lung', 'lung', 'queued', '', '', '', 0, '', false, now(),
           now() + interval '1 day')`,
        [organisationId, userId],
      );
    await begin();
    const refused = await ask();
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '10']);
    await pool.query('DELETE FROM analyses');
    isHeld = true;
    const running = ask();
    await expect.poll(() => release).toBeDefined();
    await begin();
    const ended = await running;
    expect([ended.statusCode, ended.json().code]).toEqual([429, 'too_many_requests']);
    isHeld = false;
    await pool.query('DELETE FROM analyses');
    expect((await ask()).statusCode).toBe(200);
  });

  it('does not wait for the images of an exam, which may never come', async () => {
    const headers = await server.bearer('ada');
    const payload = { patient_id: '0042', slices: 2, kind: 'exam' };
    const begun = await server.app.inject({
      ...{ method: 'POST', url: '/api/brain_ct/batches/', payload, headers },
    });
    expect(begun.statusCode).toBe(200);
    expect(await server.context.db.select({ rows: count() }).from(analyses)).toEqual([{ rows: 1 }]);
    expect((await ask()).statusCode).toBe(200);
    await server.context.pool.query('DELETE FROM analyses');
  });

  it('lets one address try six times a minute', async () => {
    server.advance(61_000);
    const codes: number[] = [];
    for (let at = 0; at < 7; at += 1) codes.push((await ask(sample, '10.9.9.9')).statusCode);
    expect(codes).toEqual([200, 200, 200, 200, 200, 200, 429]);
  });

  it('lets all visitors together try twenty times a minute', async () => {
    server.advance(61_000);
    const codes: number[] = [];
    for (let at = 0; at < 21; at += 1) codes.push((await ask()).statusCode);
    expect(codes).toEqual([...Array.from({ length: 20 }, () => 200), 429]);
    server.advance(61_000);
    expect((await ask()).statusCode).toBe(200);
  });
});

const random = (bytes: number) => randomBytes(bytes).toString('base64');
const production = {
  SECOND_READ_MODE: 'production',
  JWT_SECRET: random(36),
  MEDIA_SECRET: random(36),
  DATA_KEYS: random(32),
};

it('is not there outside of demo mode', async () => {
  const clinic = await startTestServer({ compute, environment: production });
  const reply = await clinic.app.inject({ method: 'POST', url: sample });
  await clinic.close();
  expect(reply.statusCode).toBe(404);
});
