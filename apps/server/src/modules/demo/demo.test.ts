import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { manifests } from '@second-read/analyses/manifests';
import { loginReply } from '@second-read/contract/accounts';
import { processReply } from '@second-read/contract/analyses';
import { errorReply } from '@second-read/contract/errors';
import { type ReportReply, reportsReply } from '@second-read/contract/reports';
import { trialCountsReply } from '@second-read/contract/trials';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEmptyCopy } from '../../platform/database/test-database.ts';
import { type ServerProcess, startServer } from '../../testing/server-process.ts';

const samples = fileURLToPath(new URL('../../../../web/public/samples', import.meta.url));
const dataDir = mkdtempSync(join(tmpdir(), 'second-read-demo-'));
let database: Awaited<ReturnType<typeof createEmptyCopy>>;
let server: ServerProcess;
let bearer: { authorization: string };

beforeAll(async () => {
  database = await createEmptyCopy();
  await start();
});
afterAll(async () => {
  await stop();
  await database.drop();
  rmSync(dataDir, { recursive: true, force: true });
});

/** The built server in demo mode, with the real engines. */
async function start(): Promise<void> {
  server = await startServer({
    DATA_DIR: dataDir,
    DEMO_SAMPLES: '1',
    DATABASE_URL: database.url,
    ANALYSIS_TIMEOUT_MS: '300000',
  });
  const body = JSON.stringify({ username: 'demo', password: 'Demo-Reader-2026' });
  const headers = { 'content-type': 'application/json' };
  const reply = await fetch(`${server.url}/api/accounts/login/`, { method: 'POST', headers, body });
  bearer = { authorization: `Bearer ${loginReply.parse(await reply.json()).access}` };
}

async function stop(): Promise<void> {
  server.child.kill('SIGTERM');
  await server.exit;
}

async function get(path: string): Promise<unknown> {
  return (await fetch(server.url + path, { headers: bearer })).json();
}

async function sampleReports(): Promise<ReportReply[]> {
  const lists = manifests.map(async ({ apiPath }) =>
    reportsReply.parse(await get(`/api/${apiPath}/all-reports/`)),
  );
  return (await Promise.all(lists)).flatMap((list) => list.results);
}

async function pictureSize(path: unknown): Promise<{ width: number; height: number }> {
  const reply = await fetch(server.url + String(path));
  expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'image/png']);
  const { width, height } = await sharp(await reply.arrayBuffer()).metadata();
  return { width, height };
}

async function analyse(apiPath: string, file: string) {
  const form = new FormData();
  form.set('patient_id', '0042');
  form.set('image', new Blob([readFileSync(join(samples, file))]), file);
  return fetch(`${server.url}/api/${apiPath}/process/`, { method: 'POST', headers: bearer, body: form });
}

describe('the demo', () => {
  it('fills with two sample reports of each module, made by the engines, and fills only once', async () => {
    while ((await sampleReports()).length < 2 * manifests.length) await sleep(500);
    const before = await sampleReports();
    for (const report of before) {
      expect(report.analyzed_by).toEqual({ full_name: 'Sample Reader', username: 'samples' });
      expect(report.patient_id).toMatch(/^SAMPLE-(BREAST|BRAIN|LUNG|CERVIX)-[12]$/);
    }
    await stop();
    await start();
    await sleep(2_000);
    expect((await sampleReports()).map(({ id }) => id)).toEqual(before.map(({ id }) => id));
  });

  it('charges the samples to nobody and leaves the public account its own list', async () => {
    const counts = trialCountsReply.parse(await get('/api/trials/count/'));
    expect(counts.map((each) => each.trial_count)).toEqual(manifests.map(() => 10));
    const mine = reportsReply.parse(await get('/api/breast_segmentation/my-reports/'));
    expect(mine.count).toBe(0);
  });

  it.each(manifests)(
    'reads a gallery picture with the $id engine from upload to pictures',
    async (manifest) => {
      const reply = await analyse(manifest.apiPath, join(manifest.id, manifest.gallery.at(-1)?.file ?? ''));
      const report = processReply.parse(await reply.json());
      const { width, height } = report.study;
      for (const field of Object.values(manifest.imageFields)) {
        if (report[field] !== undefined) expect(await pictureSize(report[field])).toEqual({ width, height });
      }
      expect(report[manifest.imageFields.original ?? '']).toBeDefined();
      const counts = trialCountsReply.parse(await get('/api/trials/count/'));
      expect(counts.find((each) => each.service_type === manifest.serviceType)?.trial_count).toBe(9);
    },
  );

  it('refuses a mammogram where a head CT is expected, and charges nothing', async () => {
    const reply = await analyse('brain_ct', 'breast/cesm_p150_l_dm_cc.png');
    expect([reply.status, errorReply.parse(await reply.json()).code]).toEqual([422, 'image_refused']);
    const counts = trialCountsReply.parse(await get('/api/trials/count/'));
    expect(counts.find((each) => each.service_type === 'brain_ct_classification')?.trial_count).toBe(9);
  });
});
