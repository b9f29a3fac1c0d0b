import { readFileSync, writeFileSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { greyAttributes, wordBytes } from '@second-read/core/decode/dicom/write-dicom.test-support';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ctSlice, root } from './modules/dicomweb/dicomweb.test-support.ts';
import { readExam } from './modules/reports/export/exam.test-support.ts';
import { startTestServer, type TestServer } from './testing/test-server.ts';

/** Of `npm run test:long`: 600, twice what may be gained. The kernel's peak of a process is Linux's. */
const count = Number(process.env.SECOND_READ_SERIES_SLICES ?? 0);
const isSkipped = count === 0 || process.platform !== 'linux';
const side = 512;
const gainLimitMb = 150;

let server: TestServer;
let ada: { authorization: string };
describe.skipIf(isSkipped)('a series of 600 slices', () => {
  beforeAll(async () => {
    server = await startTestServer({ environment: { UPLOAD_LIMIT: '10000' } });
    ada = await server.bearer('ada');
    const pixels = wordBytes(Array.from({ length: side * side }, (_, at) => at));
    const files = Array.from({ length: count }, (_, at) =>
      ctSlice(at + 1, { ...greyAttributes(side, side, 16), '7fe0,0010': ['OW', pixels] }),
    );
    await readExam(server, ada, { path: 'lung_segmentation', slices: count, files });
    await server.app.listen({ port: 0, host: '127.0.0.1' });
  }, 400_000);
  afterAll(() => server.close());

  it.skipIf(isSkipped)(
    'a series of many slices is sent without being held, and not again to a caller who has it',
    async () => {
      writeFileSync('/proc/self/clear_refs', '5');
      const before = peakMb();
      const sent = await retrieve({});
      const gain = peakMb() - before;
      console.info(`${count} slices: ${sent.bytes} bytes in ${sent.ms} ms, ${gain} MB gained`);
      expect(sent.status).toBe(200);
      expect(sent.bytes).toBeGreaterThan(count * side * side * 2);
      expect(gain).toBeLessThan(gainLimitMb);
      const again = await retrieve({ 'if-none-match': sent.etag });
      console.info(`304 in ${again.ms} ms`);
      expect([again.status, again.bytes]).toEqual([304, 0]);
    },
    200_000,
  );
});

function peakMb(): number {
  return Number(/VmHWM:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]) / 1024;
}

async function retrieve(more: Record<string, string>) {
  const { port } = server.app.server.address() as AddressInfo;
  const since = performance.now();
  const path = `${root}/studies/1.2.3/series/1.2.3.4`;
  const reply = await new Promise<IncomingMessage>((resolve, reject) => {
    get({ host: '127.0.0.1', port, path, headers: { ...ada, ...more } }, resolve).on('error', reject);
  });
  let bytes = 0;
  for await (const chunk of reply) bytes += chunk.length;
  const ms = Math.round(performance.now() - since);
  return { status: reply.statusCode, etag: String(reply.headers.etag), bytes, ms };
}
