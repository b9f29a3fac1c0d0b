import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { reading } from '@second-read/analyses/breast/reading';
import { reportReply } from '@second-read/contract/reports';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCompute } from '../../../platform/compute/create-compute.ts';
import { analysisUpload } from '../../../testing/multipart.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';

const samples = resolve(import.meta.dirname, '../../../../../web/public/samples');
const compute = createCompute({ threads: 1 });

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ compute });
});
afterAll(async () => {
  await server.close();
  await compute.close();
});

async function storedOf(apiPath: string, sample: string) {
  const { payload, headers } = analysisUpload(readFileSync(resolve(samples, sample)), 'READING-1');
  const url = `/api/${apiPath}/process/`;
  const by = await server.bearer('ada');
  const reply = await server.app.inject({ method: 'POST', url, payload, headers: { ...headers, ...by } });
  const { id } = reportReply.parse(reply.json());
  const { rows } = await server.context.pool.query(
    'SELECT reading, reading_version, wire FROM reports WHERE id = $1',
    [id],
  );
  return { ...rows[0], reply: reply.json() };
}

describe('the reading of an engine', () => {
  it('is stored with its version beside the wire, parses by its schema, and is in no reply', async () => {
    const stored = await storedOf('breast_segmentation', 'breast/cesm_p276_l_dm_cc.png');
    expect(stored.reading_version).toBe(reading.version);
    const parsed = reading.schema.parse(stored.reading);
    expect(
      parsed.findings.filter(({ type, state }) => type === 'mass' && state === 'found').length,
    ).toBeGreaterThan(0);
    expect(reading.urgencyOf(parsed)).toEqual(reading.urgencyOf(reading.readingFromWire(stored.wire)));
    expect(stored.reply).not.toHaveProperty('reading');
  }, 60_000);

  it('is null where the engine gives none', async () => {
    const stored = await storedOf('cervix-segmentation', 'cervix/aceto_C53Aceto_3.jpg');
    expect([stored.reading, stored.reading_version]).toEqual([null, null]);
  }, 60_000);
});
