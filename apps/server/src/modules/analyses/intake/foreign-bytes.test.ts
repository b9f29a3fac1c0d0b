import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { deflateRawSync, deflateSync } from 'node:zlib';
import { concat, greyAttributes, writeDicom } from '@second-read/core/decode/dicom/write-dicom.test-support';
import {
  emptyProfile,
  pngChunk,
  pngHead,
} from '@second-read/core/deidentify/picture/picture-files.test-support';
import type { FastifyRequest } from 'fastify';
import { afterEach, describe, expect, it } from 'vitest';
import { DeadlinePassed, ThreadDied, WorkRefused } from '../../../platform/compute/compute.ts';
import { multipart } from '../../../testing/multipart.ts';
import { scriptedCompute } from '../../../testing/scripted-compute.ts';
import { startTestServer, type TestServer, type TestServerOptions } from '../../../testing/test-server.ts';
import { admitUpload } from './admit-upload.ts';
import { inTime } from './foreign-bytes.ts';

let server: TestServer;
let isOpen = false;
afterEach(async () => {
  if (isOpen) await server.close();
  isOpen = false;
});

async function start(options: TestServerOptions = {}): Promise<void> {
  const environment = { UPLOAD_LIMIT: '100', ...options.environment };
  server = await startTestServer({ ...options, environment });
  isOpen = true;
}

function upload(image: Uint8Array, masks?: string) {
  return multipart([
    ...(masks === undefined ? [] : [{ name: 'masks', content: masks }]),
    { name: 'patient_id', content: '0042' },
    { name: 'image', content: image, fileName: 'a' },
  ]);
}

async function post(who: string, route: 'process' | 'text-search', image: Uint8Array, masks?: string) {
  const form =
    route === 'process'
      ? upload(image, masks)
      : multipart([{ name: 'image', content: image, fileName: 'a' }]);
  const headers = { ...form.headers, ...(await server.bearer(who)) };
  const url = `/api/lung_segmentation/${route}/`;
  return server.app.inject({ method: 'POST', url, payload: form.payload, headers });
}

async function keptBytes(): Promise<number> {
  const { rows } = await server.context.pool.query('SELECT source_key FROM analyses');
  const blob = await server.context.blobs.open(rows[0].source_key);
  return blob ? (await buffer(blob.stream)).length : 0;
}

describe('a small upload', () => {
  it('that unpacks to more than is held in memory is kept all the same', async () => {
    await start();
    const pixels = new Uint8Array(1200 * 1200);
    const file = writeDicom(
      { ...greyAttributes(1200, 1200, 8), '7fe0,0010': ['OW', pixels] },
      { transferSyntax: '1.2.840.10008.1.2.1.99', pack: (bytes) => new Uint8Array(deflateRawSync(bytes)) },
    );
    expect(file.length).toBeLessThan(20_000);
    expect((await post('ada', 'process', file)).statusCode).toBe(200);
    expect(await keptBytes()).toBeGreaterThan(pixels.length);
  });

  it('with 300 profiles that unpack to megabytes is kept as small as it came', async () => {
    await start();
    const name = new TextEncoder().encode('a\0\0');
    const bomb = pngChunk('iCCP', concat([name, deflateSync(emptyProfile(8_000_000), { level: 9 })]));
    const rows = pngChunk('IDAT', deflateSync(Uint8Array.of(0, 7)));
    const png = concat([pngHead(1, 1), ...Array.from({ length: 100 }, () => bomb), rows]);
    expect((await post('ada', 'process', png)).statusCode).toBe(200);
    expect(await keptBytes()).toBeLessThan(200);
  });
});

describe('searches for text in pictures', () => {
  it('are counted, by either way to ask for them, and limited for each account', async () => {
    await start({ environment: { RATE_LIMIT_PER_MINUTE: '600' } });
    const picture = concat([pngHead(1, 1), pngChunk('IDAT', deflateSync(Uint8Array.of(0, 7)))]);
    const statuses: number[] = [];
    for (const masks of [undefined, 'ask', undefined])
      statuses.push((await post('ada', masks ? 'process' : 'text-search', picture, masks)).statusCode);
    expect(statuses).toEqual([200, 200, 200]);
    for (const masks of [undefined, 'ask']) {
      const refused = await post('ada', masks ? 'process' : 'text-search', picture, masks);
      expect([refused.statusCode, refused.json().code]).toEqual([429, 'too_many_requests']);
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    }
    expect((await post('eve', 'text-search', picture)).statusCode).toBe(200);
    server.advance(61_000);
    expect((await post('ada', 'text-search', picture)).statusCode).toBe(200);
  });

  it('end when whoever asked has gone', async () => {
    let seen: AbortSignal | undefined;
    const compute = {
      ...scriptedCompute(),
      prepare: async (_: unknown, { signal }: { signal?: AbortSignal | undefined }) => {
        seen = signal;
        await sleep(60_000, undefined, signal ? { signal } : {});
        return { status: 'failed', reason: 'corrupt_file' } as const;
      },
    };
    await start({ compute });
    const address = await server.app.listen({ host: '127.0.0.1', port: 0 });
    const { payload, headers } = upload(pngHead(1, 1), 'ask');
    const gone = new AbortController();
    const asked = fetch(`${address}/api/lung_segmentation/process/`, {
      method: 'POST',
      headers: { ...headers, ...(await server.bearer('ada')) },
      body: new Uint8Array(payload),
      signal: gone.signal,
    });
    while (!seen) await sleep(10);
    gone.abort();
    await expect(asked).rejects.toThrow();
    while (!seen.aborted) await sleep(10);
  });
});

it.each([
  [new DeadlinePassed(), 'analysis_timeout'],
  [new WorkRefused(), 'too_many_requests'],
  [new ThreadDied(), 'invalid_file'],
  [new DOMException('gone', 'AbortError'), 'analysis_cancelled'],
])('work that was ended with %s is answered with %s', async (error, code) => {
  await expect(inTime(Promise.reject(error))).rejects.toMatchObject({ code });
});

it('of uploads only so many are under way for one account, and for one organisation', async () => {
  await start();
  const request = { headers: { 'content-length': '1000' } } as unknown as FastifyRequest;
  const admit = (userId: string) => admitUpload({ userId, organisationId: 'site' }, request, server.context);
  const leaves = Array.from({ length: 128 }, () => admit('one'));
  expect(() => admit('one')).toThrow('Too many of your uploads');
  for (const who of ['two', 'three', 'four']) for (let i = 0; i < 128; i++) leaves.push(admit(who));
  expect(() => admit('five')).toThrow('Too many of your uploads');
  leaves.pop()?.();
  leaves.push(admit('five'));
  for (const leave of leaves) leave();
  admit('one')();
});
