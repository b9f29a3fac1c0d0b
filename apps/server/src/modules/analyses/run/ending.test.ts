import { readdir } from 'node:fs/promises';
import { type AddressInfo, connect } from 'node:net';
import { progressReply } from '@second-read/contract/analyses';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { analyses } from '../../../platform/database/schema.ts';
import { analysisUpload } from '../../../testing/multipart.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { openPatient } from '../../patients/index.ts';
import { smallBytes } from '../intake/received-file.ts';

/** A machine that is busy otherwise gets there in the end. */
const patience = { timeout: 90_000 };

let server: TestServer;
let ada: { authorization: string };

beforeAll(async () => {
  server = await startTestServer();
  ada = await server.bearer('ada');
  await server.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => server.close());

function post(image: string, key?: string) {
  const { payload, headers } = analysisUpload(image);
  const all = { ...headers, ...ada, ...(key === undefined ? {} : { 'idempotency-key': key }) };
  return server.app.inject({
    method: 'POST',
    url: '/api/breast_segmentation/process/',
    payload,
    headers: all,
  });
}

async function progressOf(key: string) {
  const reply = await server.app.inject({ url: `/api/breast_segmentation/progress/${key}/`, headers: ada });
  return progressReply.parse(reply.json());
}

const cancel = (key: string) =>
  server.app.inject({ method: 'POST', url: `/api/breast_segmentation/cancel/${key}/`, headers: ada });

async function used(): Promise<number> {
  const { rows } = await server.context.db.execute(
    sql`SELECT coalesce(sum(used), 0)::int AS used FROM trials`,
  );
  return Number(rows[0]?.used);
}

interface Call {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** How much of the body is sent. */
  readonly bytes: number;
}

/** Sends the head and a part of the body over a real socket, and hangs up when `isTime` no longer throws. */
async function hangUp({ headers, body, bytes }: Call, isTime: () => Promise<void>): Promise<void> {
  const { port } = server.app.server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  const lines = Object.entries({ host: 'localhost', 'content-length': String(body.length), ...headers });
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  socket.write(`POST /api/breast_segmentation/process/ HTTP/1.1\r\n${head}\r\n`);
  socket.write(body.subarray(0, bytes));
  await vi.waitFor(isTime, patience);
  socket.destroy();
}

const stateIs = (patientId: string, state: string) => async () =>
  expect(await stateOfPatient(patientId)).toBe(state);
const uploadsLeft = () =>
  readdir(server.context.config.uploadDir, { recursive: true, withFileTypes: true }).then((entries) =>
    entries.filter((entry) => entry.isFile()),
  );

describe('an analysis that takes too long', () => {
  it('answers 504, is cancelled and costs nothing; the same key tries anew', async () => {
    const everyone = server;
    server = await startTestServer({ environment: { ANALYSIS_TIMEOUT_MS: '1500' } });
    const here = ada;
    ada = await server.bearer('ada');
    const late = await post('wait 600000', 'overdue-0001');
    expect([late.statusCode, late.json().code]).toEqual([504, 'analysis_timeout']);
    expect(await progressOf('overdue-0001')).toMatchObject({ state: 'cancelled', report_id: null });
    expect(await used()).toBe(0);
    await server.close();
    [server, ada] = [everyone, here];
  });
});

describe('cancelling by key', () => {
  it('ends the waiting call with 409 and charges nothing', async () => {
    const before = await used();
    const waiting = post('wait 600000', 'cancelled-01');
    await vi.waitFor(async () => expect((await progressOf('cancelled-01')).state).toBe('running'), patience);
    const cancelled = await cancel('cancelled-01');
    expect(cancelled.json()).toEqual({ state: 'cancelled' });
    const reply = await waiting;
    expect([reply.statusCode, reply.json().code]).toEqual([409, 'analysis_cancelled']);
    expect(await used()).toBe(before);
  });

  it('comes too late for a stored report', async () => {
    const done = await post('picture', 'completed-01');
    const cancelled = await cancel('completed-01');
    expect(cancelled.json()).toEqual({ state: 'completed' });
    expect(await progressOf('completed-01')).toMatchObject({ state: 'completed', report_id: done.json().id });
  });

  it("does not reach another account's analysis", async () => {
    await post('picture', 'not-yours-01');
    const ben = await server.bearer('ben');
    const reply = await server.app.inject({
      url: '/api/breast_segmentation/progress/not-yours-01/',
      headers: ben,
    });
    expect(reply.json()).toMatchObject({ state: 'unknown', report_id: null });
  });
});

describe('progress', () => {
  it('is unknown before the upload, then tells the step', async () => {
    expect((await progressOf('progress-001')).state).toBe('unknown');
    const waiting = post('wait 600000', 'progress-001');
    await vi.waitFor(
      async () =>
        expect(await progressOf('progress-001')).toMatchObject({ step: 'Reading the image', fraction: 0.5 }),
      patience,
    );
    await cancel('progress-001');
    expect((await waiting).statusCode).toBe(409);
  });
});

describe('a caller who hangs up', () => {
  it('while uploading leaves nothing behind', async () => {
    const { headers, payload: body } = analysisUpload('x'.repeat(6 * smallBytes));
    const call = { headers: { ...headers, ...ada }, body, bytes: 4 * smallBytes };
    await hangUp(call, async () => expect(await uploadsLeft()).not.toEqual([]));
    await vi.waitFor(async () => expect(await uploadsLeft()).toEqual([]), patience);
  });

  it('while waiting, without a key, cancels the analysis', async () => {
    const before = await used();
    const { headers, payload: body } = analysisUpload('wait 600000', 'hung-up');
    await hangUp(
      { headers: { ...headers, ...ada }, body, bytes: body.length },
      stateIs('hung-up', 'running'),
    );
    await vi.waitFor(stateIs('hung-up', 'cancelled'), patience);
    expect(await used()).toBe(before);
  });

  it('while waiting, with a key, finds the result by the same key', async () => {
    const { headers: type, payload: body } = analysisUpload('wait 600', 'comes-back');
    const headers = { ...type, ...ada, 'idempotency-key': 'comes-back-1' };
    await hangUp({ headers, body, bytes: body.length }, async () =>
      expect(['running', 'completed']).toContain(await stateOfPatient('comes-back')),
    );
    await vi.waitFor(stateIs('comes-back', 'completed'), patience);
    const again = await server.app.inject({
      method: 'POST',
      url: '/api/breast_segmentation/process/',
      payload: body,
      headers,
    });
    expect([again.statusCode, again.json().id]).toEqual([200, (await progressOf('comes-back-1')).report_id]);
  });
});

async function stateOfPatient(patientId: string): Promise<unknown> {
  const rows = await server.context.db.select().from(analyses);
  return rows.find((row) => openPatient('analyses', row, server.context.config.keys) === patientId)?.state;
}
