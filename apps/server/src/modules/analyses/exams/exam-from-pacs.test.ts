import { createHash } from 'node:crypto';
import { batchReply } from '@second-read/contract/batches';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { analyses } from '../../../platform/database/schema.ts';
import { multipart } from '../../../testing/multipart.ts';
import { scriptedCompute } from '../../../testing/scripted-compute.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { openExam, openOrigin, sealOriginToken } from '../../patients/index.ts';
import { findPictureOrigin } from '../../reports/index.ts';

let server: TestServer;
let headers: { authorization: string };

beforeAll(async () => {
  server = await startTestServer({ compute: scriptedCompute() });
  headers = await server.bearer('ada');
});
afterAll(() => server.close());

const uids = { studyUid: '1.2.3', seriesUid: '1.2.3.4', sopClassUid: '1.2.840.10008.5.1.4.1.1.2' };
const originOf = (slice: number) => ({ ...uids, sopInstanceUid: `1.2.3.4.${slice}` });

async function begin(slices: number) {
  const payload = { patient_id: 'PACS-7', slices, kind: 'exam' };
  const reply = await server.app.inject({
    ...{ method: 'POST', url: '/api/brain_ct/batches/', payload, headers },
  });
  return batchReply.parse(reply.json()).id;
}

/** A slice with the word of the PACS for `said`, as the browser sends it. */
async function send(batch: string, slice: number, said = slice) {
  const content = `slice ${slice}`;
  const [holder] = await server.context.db
    .select({ userId: analyses.userId, organisationId: analyses.organisationId })
    .from(analyses)
    .where(eq(analyses.batchId, batch));
  if (!holder) throw new Error('the exam has no analysis');
  const sha256 = createHash('sha256').update(`slice ${said}`).digest('hex');
  const exam = { patientId: 'PACS-7', taken: { date: '2026-03-04' }, instance: originOf(said) };
  const token = sealOriginToken({ origin: originOf(said), exam, sha256 }, holder, server.context);
  const sent = multipart([
    { name: 'origin', content: token },
    { name: 'image', content, fileName: 'slice.dcm' },
  ]);
  const url = `/api/brain_ct/batches/${batch}/slices/${slice}/`;
  return server.app.inject({ method: 'POST', url, ...sent, headers: { ...sent.headers, ...headers } });
}

async function ended(batch: string): Promise<string> {
  for (;;) {
    const reply = await server.app.inject({ url: `/api/batches/${batch}/`, headers });
    const { report_id } = batchReply.parse(reply.json());
    if (report_id !== null) return report_id;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

it('keeps of every slice of a PACS series, and of its exam, which instance of the archive it is', async () => {
  const batch = await begin(2);
  expect((await send(batch, 1)).statusCode).toBe(202);
  expect((await send(batch, 2)).statusCode).toBe(202);
  await ended(batch);
  const { db, config } = server.context;
  const rows = await db.select().from(analyses).where(eq(analyses.batchId, batch));
  for (const row of rows) {
    const known = row.slice === null ? [originOf(1), originOf(2)] : [originOf(row.slice)];
    expect(known).toContainEqual(openOrigin(row, config.keys));
    expect(openExam(row, config.keys)?.taken?.date).toBe('2026-03-04');
  }
  const exam = rows.find(({ slice }) => slice === null);
  expect(await findPictureOrigin(server.context, { analysisId: exam?.id ?? '' })).toMatchObject(uids);
});

it('refuses a slice that is not the picture the PACS gave', async () => {
  const batch = await begin(2);
  const reply = await send(batch, 1, 2);
  expect([reply.statusCode, reply.json().code]).toEqual([400, 'invalid_request']);
});
