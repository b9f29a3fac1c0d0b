import { batchesReply } from '@second-read/contract/batches';
import { priorsReply, reportsReply } from '@second-read/contract/reports';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { lungReport } from '../review/review.test-support.ts';

let server: TestServer;
/** Of the technician, of another account, and one more of the technician: all of one patient. */
let reports: { own: string; other: string; later: string };
let headers: { authorization: string };
beforeAll(async () => {
  server = await startTestServer({ environment: { UPLOAD_LIMIT: '1000' } });
  await server.context.pool.query(`UPDATE users SET role = 'technician' WHERE username = 'ben'`);
  headers = await server.bearer('ben');
  const ada = await server.bearer('ada');
  const own = await lungReport(server, headers);
  const other = await lungReport(server, ada);
  reports = { own, other, later: await lungReport(server, headers) };
});
afterAll(() => server.close());

const get = (url: string) => server.app.inject({ url, headers });

describe('a technician', () => {
  it('sees the reports of what it uploaded, and no other', async () => {
    const lung = '/api/lung_segmentation/reports';
    for (const path of [
      'reports/ID/',
      'reports/ID/slices/',
      'reports/ID/reviews/current/',
      'reports/ID/versions/',
    ]) {
      const statusOf = async (id: string) => (await get(`/api/${path.replace('ID', id)}`)).statusCode;
      expect([path, await statusOf(reports.own), await statusOf(reports.other)]).toEqual([path, 200, 404]);
    }
    for (const path of ['', 'priors/', 'export/csv/', 'export/fhir/']) {
      const statusOf = async (id: string) => (await get(`${lung}/${id}/${path}`)).statusCode;
      expect([path, await statusOf(reports.own), await statusOf(reports.other)]).toEqual([path, 200, 404]);
    }
  });

  it('is listed its own reports, and earlier ones of the patient that it uploaded', async () => {
    const list = reportsReply.parse((await get('/api/lung_segmentation/my-reports/')).json());
    expect(list.results.map(({ id }) => id)).toEqual([reports.later, reports.own]);
    const priors = priorsReply.parse(
      (await get(`/api/lung_segmentation/reports/${reports.later}/priors/`)).json(),
    );
    expect(priors.results.map(({ id }) => id)).toEqual([reports.own]);
    expect(batchesReply.parse((await get('/api/batches/')).json())).toEqual([]);
    const after = await get(`/api/lung_segmentation/my-reports/?after=${reports.other}`);
    expect(after.statusCode).toBe(404);
  });

  it('is told why it may not see the worklist', async () => {
    const reply = await get('/api/worklist/');
    expect([reply.statusCode, reply.json().error]).toEqual([
      403,
      'Your role does not let you see the reports of others.',
    ]);
    const { rows } = await server.context.pool.query(
      `SELECT details FROM audit_events WHERE action = 'access.denied'`,
    );
    expect(rows).toEqual([{ details: { right: 'read' } }]);
  });
});
