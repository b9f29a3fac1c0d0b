import { readdirSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { batchReply } from '@second-read/contract/batches';
import { reportReply } from '@second-read/contract/reports';
import { expect } from 'vitest';
import type { AppContext } from '../context.ts';
import { lungReport, readerOf } from '../modules/reports/review/review.test-support.ts';
import { sealText } from '../platform/crypto/sealed-text.ts';
import { analysisUpload, multipart } from '../testing/multipart.ts';
import type { TestServer } from '../testing/test-server.ts';
import { storedBlobs } from './stored-blobs.ts';

type Headers = { readonly authorization: string };

/**
 * Sends slices to a new batch and waits until it has ended. Returns the id of its report, if there is one.
 */
export async function readBatch(server: TestServer, by: Headers, kind: 'exam' | 'slices', texts: string[]) {
  const payload = { patient_id: '0042', slices: texts.length, kind };
  const url = '/api/brain_ct/batches/';
  const { id } = batchReply.parse(
    (await server.app.inject({ method: 'POST', url, payload, headers: by })).json(),
  );
  for (const [at, text] of texts.entries()) {
    const file = multipart([{ name: 'image', content: text, fileName: 'slice.dcm' }]);
    const headers = { ...file.headers, ...by };
    await server.app.inject({
      method: 'POST',
      url: `${url}${id}/slices/${at + 1}/`,
      payload: file.payload,
      headers,
    });
  }
  for (const end = Date.now() + 60_000; Date.now() < end; ) {
    const reply = await server.app.inject({ url: `/api/batches/${id}/`, headers: by });
    const batch = batchReply.parse(reply.json());
    if (batch.state === 'completed' || batch.state === 'stopped') return batch.report_id;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('the batch did not end');
}

export async function analyse(server: TestServer, by: Headers, apiPath: string, text: string) {
  const { payload, headers } = analysisUpload(text, 'PAT-7 Ünal');
  const url = `/api/${apiPath}/process/`;
  return server.app.inject({ method: 'POST', url, payload, headers: { ...headers, ...by } });
}

/**
 * One of everything that the store and sealed columns hold: single images, a series, an exam with refused and
 * damaged slices, a picture taken by phone, a signed review and a draft, a phrase, a second factor, a
 * document on its way to the archive; and what was refused, of which nothing is kept.
 */
export async function seed(server: TestServer): Promise<{ report: string; exam: string; signed: string }> {
  const by = await server.bearer('ada');
  const report = reportReply.parse((await analyse(server, by, 'breast_segmentation', 'picture')).json()).id;
  expect((await analyse(server, by, 'breast_segmentation', 'refuse')).statusCode).toBe(422);
  expect((await analyse(server, by, 'cervix-segmentation', 'picture')).statusCode).toBe(200);
  const exam = await readBatch(server, by, 'exam', ['slice 1', 'slice 2', 'slice 3', 'refuse', 'damaged']);
  await readBatch(server, by, 'slices', ['picture', 'refuse']);
  const signed = await lungReport(server, by);
  const reader = readerOf(server, by, signed);
  await reader.start();
  const wish = { kind: 'write', section: 'impression', text: 'Compared with 2019.' } as const;
  expect((await reader.change(wish)).statusCode).toBe(200);
  expect((await reader.sign()).statusCode).toBe(200);
  expect((await reader.amend('A word was wrong.')).statusCode).toBe(200);
  const phrase = { module: 'lung', name: 'clear', text: 'No nodule.' };
  await server.app.inject({ method: 'POST', url: '/api/phrases/', payload: phrase, headers: by });
  const [user, [key]] = [await server.signIn('eve'), server.context.config.keys];
  await server.context.pool.query('UPDATE users SET totp_secret = $2, totp_key = $3 WHERE id = $1', [
    user.userId,
    sealText('JBSWY3DPEHPK3PXP', `users ${user.userId} totp`, key),
    key.id,
  ]);
  return { report, exam: exam ?? '', signed };
}

/** Keys of all files in the store of a server. */
export function filesIn({ config }: Pick<AppContext, 'config'>): string[] {
  if (config.blobs.kind === 's3') throw new Error('not a folder');
  const { folder } = config.blobs;
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((each) => each.isFile() && !each.parentPath.endsWith('.incoming'))
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)).split(sep).join('/'))
    .toSorted();
}

/** Every blob of what has ended that the database names, with its content. */
export async function namedBlobs({ db, blobs }: Pick<AppContext, 'db' | 'blobs'>) {
  const found: [string, string][] = [];
  for await (const { key, isTransient } of storedBlobs(db)) {
    if (isTransient) continue;
    const blob = await blobs.open(key);
    found.push([key, blob ? (await buffer(blob.stream)).toString('base64') : 'missing']);
  }
  return found.toSorted(([a], [b]) => (a < b ? -1 : 1));
}
