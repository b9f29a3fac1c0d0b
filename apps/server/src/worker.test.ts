import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from './platform/database/test-database.ts';
import { type ServerProcess, signInToDemo, spawnServer, startServer } from './testing/server-process.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'second-read-worker-'));
const shiftClock = new URL('./testing/shift-clock.fixture.mjs', import.meta.url).href;
const metricsToken = 'a-token-of-at-least-16-characters';
const sample = readFileSync(
  fileURLToPath(new URL('../../web/public/samples/lung/nodule_0134_n0_s01.png', import.meta.url)),
);

let database: TestDatabase;
let server: ServerProcess;
let worker: ReturnType<typeof spawnServer>;

async function metricsAddress(): Promise<string> {
  for (;;) {
    const address = /its metrics at (\S+)/.exec(worker.said())?.[1];
    if (address) return address;
    if (worker.child.exitCode !== null) throw new Error(worker.said());
    await sleep(50);
  }
}

describe('a worker as a process', { timeout: 10 * 60_000 }, () => {
  beforeAll(async () => {
    database = await createTestDatabase();
    const env = { DATA_DIR: dataDir, DATABASE_URL: database.url, COMPUTE_THREADS: '1' };
    // Longer than any deadline.
    const ahead = { NODE_OPTIONS: `--import ${shiftClock}`, CLOCK_AHEAD_MS: '3600000' };
    worker = spawnServer({ ...env, ...ahead, METRICS_PORT: '0', METRICS_TOKEN: metricsToken }, 'worker');
    server = await startServer({ ...env, WORKER_CONCURRENCY: '0' });
  });
  afterAll(async () => {
    for (const { child, exit } of [server, worker]) {
      child.kill('SIGTERM');
      expect((await exit).code).toBe(0);
    }
    await database.close();
    rmSync(dataDir, { recursive: true, force: true });
  });

  it('whose clock is an hour ahead of the others reads what it is given in time', async () => {
    const form = new FormData();
    form.set('patient_id', 'AHEAD');
    form.set('image', new Blob([sample]), 'slice.png');
    const reply = await fetch(`${server.url}/api/lung_segmentation/process/`, {
      method: 'POST',
      headers: { authorization: `Bearer ${await signInToDemo(server.url)}` },
      body: form,
    });
    expect(reply.status).toBe(200);
  });

  it('tells whoever has the token how many analyses it runs and has ended, and nothing of patients', async () => {
    const address = await metricsAddress();
    const form = new FormData();
    form.set('patient_id', 'PATIENT-IN-CLEAR');
    form.set('image', new Blob([sample]), 'slice.png');
    const reply = await fetch(`${server.url}/api/lung_segmentation/process/`, {
      method: 'POST',
      headers: { authorization: `Bearer ${await signInToDemo(server.url)}` },
      body: form,
    });
    expect(reply.status).toBe(200);
    expect((await fetch(address)).status).toBe(401);
    const told = await fetch(address, { headers: { authorization: `Bearer ${metricsToken}` } });
    expect(told.status).toBe(200);
    const text = await told.text();
    expect(text).toMatch(/^analyses_total\{module="lung",state="completed",code="none"\} [1-9]/m);
    expect(text).toMatch(/^analyses_running \d/m);
    expect(text).toContain('process_cpu_seconds_total');
    expect(text).not.toContain('PATIENT-IN-CLEAR');
  });

  it('says that it lives, and serves nothing else', async () => {
    const { origin } = new URL(await metricsAddress());
    expect(await (await fetch(`${origin}/healthz`)).json()).toEqual({ status: 'ok' });
    expect((await fetch(`${origin}/api/site/`)).status).toBe(404);
    expect((await fetch(`${origin}/metrics`, { method: 'POST' })).status).toBe(405);
  });
});
