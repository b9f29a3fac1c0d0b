import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { errorReply } from '@second-read/contract/errors';
import pg from 'pg';
import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { joinEmbedded, ownEmbedded } from './platform/database/embedded.ts';
import { type ServerProcess, signInToDemo, startServer } from './testing/server-process.ts';

/** `npm run test:long` kills it more often. */
const kills = Number(process.env.SECOND_READ_KILLS ?? 3);
const dataDir = mkdtempSync(join(tmpdir(), 'second-read-crash-'));
const sample = readFileSync(
  fileURLToPath(new URL('../../web/public/samples/lung/nodule_0134_n0_s01.png', import.meta.url)),
);
const env = {
  DATA_DIR: dataDir,
  UPLOAD_LIMIT: '1000',
  RATE_LIMIT_PER_MINUTE: '0',
  COMPUTE_THREADS: '1',
  WORKER_CONCURRENCY: '2',
};
let server: ServerProcess | undefined;

const reportSchema = z.object({ id: z.string(), original_image_url: z.string() });
type Report = z.infer<typeof reportSchema>;

interface Ledger {
  readonly charged: number;
  readonly reports: number;
  readonly inFlight: number;
}

/** One statement, one moment: what the demo account was charged for, and what it got. */
async function readLedger(): Promise<Ledger> {
  const client = new pg.Client({ connectionString: (await joinEmbedded(join(dataDir, 'postgres'))).url });
  await client.connect();
  try {
    const { rows } = await client.query<Ledger>(
      `select coalesce((select sum(used) from trials t where t.user_id = u.id), 0)::int as charged,
              (select count(*) from reports r where r.user_id = u.id)::int as reports,
              (select count(*) from analyses a where a.state in ('queued', 'running'))::int as "inFlight"
       from users u where username = 'demo'`,
    );
    return rows[0] ?? { charged: 0, reports: 0, inFlight: 0 };
  } finally {
    await client.end();
  }
}

async function untilInFlight(): Promise<void> {
  while ((await readLedger()).inFlight === 0) await sleep(10);
}

/** What the server answered, or undefined when it died before it did. */
async function order(url: string, token: string, key: string): Promise<Response | undefined> {
  const form = new FormData();
  form.set('patient_id', key);
  form.set('image', new Blob([sample]), 'slice.png');
  const headers = { authorization: `Bearer ${token}`, 'idempotency-key': key };
  try {
    const reply = await fetch(`${url}/api/lung_segmentation/process/`, {
      method: 'POST',
      headers,
      body: form,
    });
    return new Response(await reply.arrayBuffer(), reply);
  } catch {
    return undefined;
  }
}

/** The report, or undefined when the server died before it answered, or answered that time was up. */
async function analyse(url: string, token: string, key: string): Promise<Report | undefined> {
  const reply = await order(url, token, key);
  return reply?.ok ? reportSchema.parse(await reply.json()) : undefined;
}

/**
 * The report of a call that was cut off. Its time may have run out between kills and restarts (504), or it
 * was given up because the process had died with it too often (`analysis_failed`): nothing is charged then,
 * and the same key starts it anew, which nobody disturbs now.
 */
async function comeBack(url: string, token: string, key: string): Promise<Report> {
  const reply = await order(url, token, key);
  const body = await bodyOf(reply);
  const wasGivenUp = reply?.status === 504 || errorReply.safeParse(body).data?.code === 'analysis_failed';
  const last = wasGivenUp ? await order(url, token, key) : reply;
  const report = wasGivenUp ? await bodyOf(last) : body;
  expect(last?.status, JSON.stringify(report)).toBe(200);
  return reportSchema.parse(report);
}

const bodyOf = (reply: Response | undefined): Promise<unknown> | undefined => reply?.json();

describe('a server that is killed again and again', () => {
  afterAll(async () => {
    server?.child.kill('SIGKILL');
    await server?.exit;
    const database = await ownEmbedded({ folder: join(dataDir, 'postgres') });
    await database.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  it('has a result for every charge and every acknowledged result, after each kill', {
    timeout: (5 + kills / 2) * 60_000,
  }, async () => {
    const keys: string[] = [];
    const acknowledged = new Map<string, string>();
    let slowestMs = 1_500;
    for (let kill = 0; kill < kills; kill++) {
      server = await startServer(env);
      const { url, child, exit, said } = server;
      const token = await signInToDemo(url).catch((cause: unknown) => {
        throw new Error(`after ${kill} kills the server said: ${said()}`, { cause });
      });
      const before = await readLedger();
      expect(before.charged).toBe(before.reports);
      expect(before.reports).toBeGreaterThanOrEqual(acknowledged.size);
      const began = Date.now();
      const calls = [randomUUID(), randomUUID()].map(async (key) => {
        keys.push(key);
        const report = await analyse(url, token, key);
        if (report === undefined) return;
        acknowledged.set(key, report.id);
        slowestMs = Math.max(slowestMs, Date.now() - began);
      });
      // The first is waited for: how long an analysis takes here says when to kill the others. The second is
      // killed while it reads: at least one call is cut off.
      if (kill === 0) await Promise.all(calls);
      else if (kill === 1) await untilInFlight();
      else await sleep(Math.random() * slowestMs);
      child.kill('SIGKILL');
      await exit;
      await Promise.all(calls);
    }

    server = await startServer(env);
    const { url } = server;
    const token = await signInToDemo(url);
    const headers = { authorization: `Bearer ${token}` };
    for (const id of acknowledged.values()) {
      const report = await fetch(`${url}/api/lung_segmentation/reports/${id}/`, { headers });
      expect(report.status).toBe(200);
      const picture = await fetch(new URL(reportSchema.parse(await report.json()).original_image_url, url));
      expect(picture.status).toBe(200);
      expect((await picture.arrayBuffer()).byteLength).toBeGreaterThan(1_000);
    }
    // Whoever comes back with the key of a call that was cut off gets its one report.
    for (const key of keys) {
      const { id } = await comeBack(url, token, key);
      const known = acknowledged.get(key);
      if (known !== undefined) expect(id).toBe(known);
    }
    const after = await readLedger();
    expect(after.reports).toBe(keys.length);
    expect(after.charged).toBe(keys.length);
    expect(acknowledged.size).toBeLessThan(keys.length);
    console.log(
      `${kills} kills: ${keys.length} calls, ${acknowledged.size} answered before the kill, ${after.charged} charged, ${after.reports} reports`,
    );
  });
});
