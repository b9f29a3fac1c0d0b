import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { moduleOf } from '@second-read/analyses/catalogue';
import { urgencyOf } from '@second-read/analyses/stored-reading';
import { reportReply } from '@second-read/contract/reports';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCompute } from '../../../platform/compute/create-compute.ts';
import { analysisUpload } from '../../../testing/multipart.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { readingOfRow } from '../../earlier/index.ts';

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
  it.each([
    ['breast', 'breast/cesm_p276_l_dm_cc.png'],
    ['lung', 'lung/ct_a0002_15.dcm'],
    ['cervix', 'cervix/aceto_C53Aceto_3.jpg'],
    ['brain-ct', 'brain-ct/ct_epidural_075_32.png'],
  ])(
    'of %s is stored with its version beside the wire, parses by its schema, and is in the reply',
    async (module, sample) => {
      const { manifest, reading } = moduleOf(module);
      const stored = await storedOf(manifest.apiPath, sample);
      expect(stored.reading_version).toBe(reading.version);
      const parsed = reading.schema.parse(stored.reading);
      expect(parsed.origin).toBe('engine');
      expect(parsed.input.gate).toBeGreaterThan(50);
      expect(reading.urgencyOf(parsed)).toEqual(urgencyOf(readingOfRow({ module, wire: stored.wire })));
      expect(stored.reply.reading).toEqual(stored.reading);
    },
    60_000,
  );
});
