import { randomUUID } from 'node:crypto';
import { countedAtMost, type ReportsReply, reportReply, reportsReply } from '@second-read/contract/reports';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { reports } from '../../../platform/database/schema.ts';
import { analysisUpload } from '../../../testing/multipart.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { insertReport } from '../index.ts';

const all = countedAtMost + 40;
const day = 86_400_000;
let server: TestServer;
let ada: { authorization: string };

/** Reports over two years: the older half has IDs of another form, ten have a part of their own. */
beforeAll(async () => {
  server = await startTestServer();
  ada = await server.bearer('ada');
  const { payload, headers } = analysisUpload('picture', 'NEW-first');
  const url = '/api/breast_segmentation/process/';
  const reply = await server.app.inject({ method: 'POST', url, payload, headers: { ...headers, ...ada } });
  const { id } = reportReply.parse(reply.json());
  const { db, pool, config } = server.context;
  const [row] = await db.select().from(reports);
  if (!row || row.id !== id) throw new Error('there is no report to copy');
  // Analyses of their own would say nothing about lists.
  await pool.query('ALTER TABLE reports DROP CONSTRAINT reports_analysis_id_analyses_id_fk');
  for (let at = 1; at < all; at += 1) {
    const form = at < all / 2 ? 'NEW' : 'OLD';
    const patientId = `${form}-${at % 104 === 0 ? 'rare' : 'many'}-${at}`;
    const createdAt = new Date(row.createdAt.getTime() - (at * 730 * day) / all);
    const copy = { ...row, id: `breast-${randomUUID()}`, analysisId: randomUUID(), patientId, createdAt };
    await insertReport(db, copy, config.keys);
  }
});
afterAll(() => server.close());

async function list(query: Record<string, string>): Promise<ReportsReply> {
  const url = '/api/breast_segmentation/all-reports/';
  return reportsReply.parse((await server.app.inject({ url, headers: ada, query })).json());
}

/** Page after page by number, as far as pages are numbered, then by the last report. */
async function walk(q: string): Promise<string[]> {
  const found: string[] = [];
  let after: string | undefined;
  for (;;) {
    for (let page = 1; page <= countedAtMost / 100; page += 1) {
      const { results } = await list({ q, page: `${page}`, page_size: '100', ...(after && { after }) });
      found.push(...results.map(({ patient_id }) => patient_id));
      if (results.length < 100) return found;
      if (page === countedAtMost / 100) after = results.at(-1)?.id;
    }
  }
}

describe(`more than ${countedAtMost} reports`, () => {
  it.each(['', 'n', 'w-', 'many', 'zzz', 'rare', 'OLD'])(
    'of which "%s" finds each once, newest first',
    async (q) => {
      const expected = Array.from({ length: all }, (_, at) => {
        if (at === 0) return 'NEW-first';
        return `${at < all / 2 ? 'NEW' : 'OLD'}-${at % 104 === 0 ? 'rare' : 'many'}-${at}`;
      }).filter((patient) => patient.toLowerCase().includes(q.toLowerCase()));
      expect(await walk(q)).toEqual(expected);
      const { count, has_more } = await list({ q });
      expect([count, has_more]).toEqual([
        Math.min(expected.length, countedAtMost),
        expected.length > countedAtMost,
      ]);
    },
  );

  it('are numbered by page as far as they are counted', async () => {
    const url = '/api/breast_segmentation/all-reports/';
    const ask = (page: string) => server.app.inject({ url, headers: ada, query: { page, page_size: '100' } });
    expect((await ask('10')).statusCode).toBe(200);
    const beyond = await ask('11');
    expect([beyond.statusCode, beyond.json().code]).toEqual([400, 'invalid_request']);
  });

  it.each([
    ['OLD*', undefined],
    ['*-*', '299 second-read "Only the newest studies were searched."'],
  ])('searched by DICOMweb for the patient %s give the warning %s', async (PatientID, warning) => {
    const query = { PatientID, limit: '1' };
    const reply = await server.app.inject({ url: '/api/dicom-web/studies', headers: ada, query });
    expect([reply.statusCode < 300, reply.headers.warning]).toEqual([true, warning]);
  });

  it('are more than were counted until one is gone', async () => {
    const { pool } = server.context;
    await pool.query(
      'DELETE FROM reports WHERE id IN (SELECT id FROM reports ORDER BY created_at LIMIT $1)',
      [all - countedAtMost - 1],
    );
    expect(await list({})).toMatchObject({ count: countedAtMost, has_more: true });
    await pool.query('DELETE FROM reports WHERE id IN (SELECT id FROM reports ORDER BY created_at LIMIT 1)');
    expect(await list({})).toMatchObject({ count: countedAtMost, has_more: false });
  });
});
