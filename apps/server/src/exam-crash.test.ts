import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type BatchReply, batchReply } from '@second-read/contract/batches';
import pg from 'pg';
import { afterAll, expect, it } from 'vitest';
import { joinEmbedded, ownEmbedded } from './platform/database/embedded.ts';
import { type ServerProcess, signInToDemo, startServer } from './testing/server-process.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'second-read-exam-crash-'));
const samples = ['lung/ct_a0002_08.dcm', 'lung/ct_a0002_15.dcm'].map((name) =>
  readFileSync(fileURLToPath(new URL(`../../web/public/samples/${name}`, import.meta.url))),
);
const slices = 6;
const env = { DATA_DIR: dataDir, RATE_LIMIT_PER_MINUTE: '0', COMPUTE_THREADS: '1', WORKER_CONCURRENCY: '1' };
let server: ServerProcess | undefined;

afterAll(async () => {
  server?.child.kill('SIGKILL');
  await server?.exit;
  const database = await ownEmbedded({ folder: join(dataDir, 'postgres') });
  await database.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

async function rowsOf(text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: (await joinEmbedded(join(dataDir, 'postgres'))).url });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

const readSlices = `SELECT slice, run_token FROM analyses WHERE slice IS NOT NULL AND state = 'completed'`;
const examReports = `SELECT r.id FROM reports r JOIN analyses a ON a.id = r.analysis_id
  WHERE a.batch_id IS NOT NULL`;

async function call(path: string, init: RequestInit = {}): Promise<Response> {
  if (!server) throw new Error('there is no server');
  const authorization = `Bearer ${await signInToDemo(server.url)}`;
  return fetch(`${server.url}${path}`, { ...init, headers: { authorization, ...init.headers } });
}

async function until(id: string, isReached: (batch: BatchReply) => boolean): Promise<BatchReply> {
  for (;;) {
    const batch = batchReply.parse(await (await call(`/api/batches/${id}/`)).json());
    if (isReached(batch)) return batch;
    await sleep(100);
  }
}

it('an exam whose server is killed goes on where it was, and is charged once', {
  timeout: 600_000,
}, async () => {
  server = await startServer(env);
  const begun = await call('/api/lung_segmentation/batches/', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ patient_id: 'KILLED', patient_id_confirmed: true, slices, kind: 'exam' }),
  });
  const { id } = batchReply.parse(await begun.json());
  for (let slice = 1; slice <= slices; slice += 1) {
    const form = new FormData();
    form.set('image', new Blob([new Uint8Array(samples[slice % 2] ?? [])]), 'slice.dcm');
    const path = `/api/lung_segmentation/batches/${id}/slices/${slice}/`;
    expect((await call(path, { method: 'POST', body: form })).status).toBe(202);
  }
  await until(id, ({ completed }) => completed >= 2);
  server.child.kill('SIGKILL');
  await server.exit;
  const read = await rowsOf(readSlices);
  expect(read.length).toBeGreaterThanOrEqual(2);
  expect(await rowsOf(examReports)).toEqual([]);

  server = await startServer(env);
  const end = await until(id, ({ state }) => state === 'completed' || state === 'stopped');
  expect(end).toMatchObject({ state: 'completed', completed: slices, message: null });
  expect(end.report_id).toMatch(/^lung-/);
  expect(await rowsOf(examReports)).toEqual([{ id: end.report_id }]);
  expect(await rowsOf('SELECT sum(used)::int AS used FROM trials')).toEqual([{ used: 1 }]);
  // What had been read before the kill was not read again.
  expect(await rowsOf(readSlices)).toEqual(expect.arrayContaining(read));
});
