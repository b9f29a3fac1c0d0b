import { readdirSync } from 'node:fs';
import { type ClientRequest, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ctSlice, dicomReport, dicomWebOf, first, root } from './modules/dicomweb/dicomweb.test-support.ts';
import type { Compute } from './platform/compute/compute.ts';
import { scriptedCompute } from './testing/scripted-compute.ts';
import { startTestServer, type TestServer } from './testing/test-server.ts';

let afterWork: (() => Promise<void>) | undefined;
const scripted = scriptedCompute();
const compute: Compute = {
  ...scripted,
  writeForm: (...call) => scripted.writeForm(...call).finally(() => afterWork?.()),
  cutFrames: (...call) => scripted.cutFrames(...call).finally(() => afterWork?.()),
};
let server: TestServer;
let ada: { authorization: string };
let report: string;
beforeAll(async () => {
  server = await startTestServer({ compute, environment: { UPLOAD_LIMIT: '1000' } });
  ada = await server.bearer('ada');
  report = await dicomReport(server, ada, ctSlice(1));
  await server.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => server.close());

function ask(path: string): ClientRequest {
  const { port } = server.app.server.address() as AddressInfo;
  return get({ host: '127.0.0.1', port, path, headers: ada, agent: false }).on('error', () => {});
}

const connections = () =>
  new Promise<number>((resolve) => {
    server.app.server.getConnections((_error, count) => resolve(count));
  });

/** Until the server knows that they have gone. */
async function leave(requests: readonly ClientRequest[]): Promise<void> {
  for (const request of requests) request.destroy();
  await expect.poll(connections).toBe(0);
}

describe('a reader that leaves as what it asked for was made', () => {
  it.each(['/frames/1', 'SR'])('leaves nothing behind (%s)', async (what) => {
    const [sr] = await dicomWebOf(server, ada).json(
      '/studies/1.2.3/series?Modality=SR&includefield=SOPInstanceUID',
    );
    const path =
      what === 'SR'
        ? `/studies/1.2.3/series/${first(sr, '0020000E')}/instances/${first(sr, '00080018')}`
        : `/studies/1.2.3/series/1.2.3.4/instances/1.2.3.4.1${what}`;
    let isMade = false;
    const request = ask(`${root}${path}`);
    afterWork = async () => {
      await leave([request]);
      isMade = true;
    };
    await expect.poll(() => isMade).toBe(true);
    afterWork = undefined;
    await expect.poll(() => readdirSync(server.context.config.uploadDir), { timeout: 10_000 }).toEqual([]);
  });
});

describe('a caller that leaves before its handler began', () => {
  it('keeps no place among the exports', async () => {
    const client = await server.context.pool.connect();
    await client.query('BEGIN; LOCK TABLE users IN ACCESS EXCLUSIVE MODE');
    const path = `/api/lung_segmentation/reports/${report}/export/csv/`;
    const requests = Array.from({ length: 4 }, () => ask(path));
    const waiting = async () =>
      Number((await client.query('SELECT count(*) AS n FROM pg_locks WHERE NOT granted')).rows[0]?.n);
    await expect.poll(waiting).toBe(4);
    await leave(requests);
    await client.query('COMMIT');
    client.release();
    await expect
      .poll(async () => (await server.app.inject({ url: path, headers: ada })).statusCode)
      .toBe(200);
  });
});

it('searches take places among the retrievals of an account', async () => {
  const client = await server.context.pool.connect();
  await client.query('BEGIN; LOCK TABLE reports IN ACCESS EXCLUSIVE MODE');
  const replies = Array.from({ length: 65 }, () => dicomWebOf(server, ada).get('/studies'));
  const { statusCode } = await Promise.race(replies);
  await client.query('COMMIT');
  client.release();
  expect(statusCode).toBe(429);
  const others = (await Promise.all(replies)).filter((reply) => reply.statusCode === 200);
  expect(others.length).toBe(64);
});
