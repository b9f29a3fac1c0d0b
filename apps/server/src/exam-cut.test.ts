import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type BatchReply, batchReply } from '@second-read/contract/batches';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type EmbeddedDatabase, ownEmbedded } from './platform/database/embedded.ts';
import { type BreakableProxy, startBreakableProxy } from './testing/breakable-proxy.ts';
import { type ServerProcess, signInToDemo, startServer } from './testing/server-process.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'second-read-exam-cut-'));
const cluster = { folder: join(dataDir, 'postgres') };
const samples = ['lung/ct_a0002_08.dcm', 'lung/ct_a0002_15.dcm'].map((name) =>
  readFileSync(fileURLToPath(new URL(`../../web/public/samples/${name}`, import.meta.url))),
);
const slices = 4;
let database: EmbeddedDatabase;
let proxy: BreakableProxy;
let server: ServerProcess;
let token: string;

const portOf = ({ url }: EmbeddedDatabase) => Number(new URL(url).port);

beforeAll(async () => {
  database = await ownEmbedded(cluster);
  proxy = await startBreakableProxy(portOf(database));
  const through = new URL(database.url);
  through.port = String(proxy.port);
  server = await startServer({
    ...{ DATA_DIR: dataDir, DATABASE_URL: through.href, RATE_LIMIT_PER_MINUTE: '0', LOG_LEVEL: 'warn' },
  });
  token = await signInToDemo(server.url);
});
afterAll(async () => {
  server.child.kill('SIGTERM');
  await server.exit;
  await proxy.close();
  await database.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

/** As a browser: again until the server can answer. */
async function call(path: string, init: RequestInit = {}): Promise<Response> {
  for (; ; await sleep(200)) {
    const headers = { authorization: `Bearer ${token}`, ...init.headers };
    const reply = await fetch(`${server.url}${path}`, { ...init, headers }).catch(() => undefined);
    if (reply && reply.status < 500) return reply;
  }
}

async function cut(): Promise<void> {
  proxy.cut();
  await sleep(1_000);
  proxy.mend();
}

/** As for an update of PostgreSQL; the new one is on another port. */
async function restart(): Promise<void> {
  proxy.cut();
  await database.stop();
  database = await ownEmbedded(cluster);
  proxy.mend(portOf(database));
}

const batchOf = async (id: string): Promise<BatchReply> =>
  batchReply.parse(await (await call(`/api/batches/${id}/`)).json());

it('an exam goes on while its database is cut off and started anew, and is charged once', async () => {
  const order = { patient_id: 'CUT', patient_id_confirmed: true, slices, kind: 'exam' };
  const headers = { 'content-type': 'application/json', 'idempotency-key': randomUUID() };
  const begun = await call('/api/lung_segmentation/batches/', {
    ...{ method: 'POST', headers, body: JSON.stringify(order) },
  });
  expect(begun.status, await begun.clone().text()).toBeLessThan(300);
  const { id } = batchReply.parse(await begun.json());
  for (let slice = 1; slice <= slices; slice += 1) {
    const body = new FormData();
    body.set('image', new Blob([new Uint8Array(samples[slice % 2] ?? [])]), 'slice.dcm');
    await call(`/api/lung_segmentation/batches/${id}/slices/${slice}/`, { method: 'POST', body });
    await (slice % 2 === 0 ? restart() : cut());
  }
  const isOver = async () => ['completed', 'stopped'].includes((await batchOf(id)).state);
  await expect.poll(isOver, { timeout: 300_000, interval: 500 }).toBe(true);
  const { report_id, state, completed } = await batchOf(id);
  expect([state, completed, report_id]).toEqual(['completed', slices, expect.stringMatching(/^lung-/)]);
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const { rows } = await client.query(`SELECT (SELECT sum(used)::int FROM trials) AS used,
    (SELECT count(*)::int FROM reports) AS reports`);
  await client.end();
  expect(rows).toEqual([{ used: 1, reports: 1 }]);
});
