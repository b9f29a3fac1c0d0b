import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type ReviewReply, reviewReply } from '@second-read/contract/reviews';
import type { Change } from '@second-read/core/review/change';
import { afterAll, expect, it } from 'vitest';
import { z } from 'zod';
import { ownEmbedded } from './platform/database/embedded.ts';
import { type ServerProcess, signInToDemo, startServer } from './testing/server-process.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'second-read-review-crash-'));
const sample = readFileSync(
  fileURLToPath(new URL('../../web/public/samples/lung/nodule_0134_n0_s01.png', import.meta.url)),
);
const env = { DATA_DIR: dataDir, RATE_LIMIT_PER_MINUTE: '0', COMPUTE_THREADS: '1', WORKER_CONCURRENCY: '1' };
const kills = 3;
let server: ServerProcess | undefined;

afterAll(async () => {
  server?.child.kill('SIGKILL');
  await server?.exit;
  const database = await ownEmbedded({ folder: join(dataDir, 'postgres') });
  await database.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

interface Session {
  readonly url: string;
  readonly token: string;
}

async function start(): Promise<Session> {
  server = await startServer(env);
  return { url: server.url, token: await signInToDemo(server.url) };
}

/** Undefined where the server died before it answered. */
async function call({ url, token }: Session, path: string, init: RequestInit = {}) {
  const headers = { authorization: `Bearer ${token}`, ...init.headers };
  try {
    const reply = await fetch(`${url}${path}`, { ...init, headers });
    return { status: reply.status, body: (await reply.json()) as unknown };
  } catch {
    return undefined;
  }
}

async function makeReport(session: Session): Promise<string> {
  const form = new FormData();
  form.set('patient_id', 'KILLED');
  form.set('image', new Blob([sample]), 'slice.png');
  const reply = await call(session, '/api/lung_segmentation/process/', { method: 'POST', body: form });
  return z.object({ id: z.string() }).parse(reply?.body).id;
}

const reviewOf = async (session: Session, report: string): Promise<ReviewReply> =>
  reviewReply.parse((await call(session, `/api/reports/${report}/reviews/current/`))?.body);

const send = (session: Session, report: string, changes: readonly Change[], etag: string) =>
  call(session, `/api/reports/${report}/reviews/current/`, {
    method: 'PATCH',
    headers: { 'content-type': 'application/json', 'if-match': etag },
    body: JSON.stringify({ changes }),
  });

/** Each takes back what the one before it said. */
const decision = (finding: string, at: number): Change =>
  at % 2 === 0
    ? { id: randomUUID(), kind: 'accept', finding }
    : { id: randomUUID(), kind: 'reject', finding, reason: 'artefact' };

/** One change after the other, each on top of what the last reply said; ends when the server dies. */
async function decide(session: Session, report: string, from: number, kept: Change[]) {
  const review = await reviewOf(session, report);
  const finding = z.object({ id: z.string() }).parse(review.machine.findings[0]).id;
  let { etag } = review;
  for (let at = from; ; at += 1) {
    const change = decision(finding, at);
    const reply = await send(session, report, [change], etag);
    if (reply === undefined) return { lost: change, finding, next: at + 1 };
    expect(reply, JSON.stringify(reply.body)).toMatchObject({ status: 200 });
    kept.push(change);
    etag = reviewReply.parse(reply.body).etag;
  }
}

const idsOf = (changes: readonly { readonly id: string }[]) => changes.map(({ id }) => id);

it(`has every acknowledged change of a review after each of ${kills} kills, and takes the lost one once`, {
  timeout: 600_000,
}, async () => {
  let session = await start();
  const report = await makeReport(session);
  const begun = await call(session, `/api/reports/${report}/reviews/`, { method: 'POST' });
  expect(begun?.status).toBe(200);
  const kept: Change[] = [];
  let from = 0;
  for (let kill = 0; kill < kills; kill += 1) {
    const before = kept.length;
    const deciding = decide(session, report, from, kept);
    // In the middle of a call, whichever it is, once some were answered.
    const enough = async () => {
      while (kept.length < before + 5) await sleep(1);
      await sleep(Math.random() * 20);
    };
    await Promise.race([enough(), deciding]);
    server?.child.kill('SIGKILL');
    await server?.exit;
    const { lost, finding, next } = await deciding;
    from = next;

    session = await start();
    const after = await reviewOf(session, report);
    // The lost one may have been stored before its reply could be sent.
    expect(idsOf(after.changes).filter((id) => id !== lost.id)).toEqual(idsOf(kept));
    // As a browser does that had no answer: the same change under the same id.
    expect((await send(session, report, [lost], after.etag))?.status).toBe(200);
    kept.push(lost);
    const now = await reviewOf(session, report);
    expect(idsOf(now.changes)).toEqual(idsOf(kept));
    const decided = lost.kind === 'accept' ? 'accepted' : 'rejected';
    expect(now).toMatchObject({ state: 'in_review', mine: true });
    expect(now.decisions[finding]).toMatchObject({ decision: decided });
  }
});
