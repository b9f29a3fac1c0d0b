import { patientAccessReply } from '@second-read/contract/audit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { analysisUpload } from '../../testing/multipart.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let auditor: { authorization: string };
let reader: { authorization: string };
beforeAll(async () => {
  server = await startTestServer();
  await server.context.pool.query(`UPDATE users SET role = 'auditor' WHERE username IN ('ada', 'eve')`);
  auditor = await server.bearer('ada');
  reader = await server.bearer('ben');
});
afterAll(() => server.close());

async function analyse(patient: string): Promise<{ id: string; original_image_url: string }> {
  const { payload, headers } = analysisUpload('found 87.4', patient);
  const all = { ...headers, ...reader };
  return (
    await server.app.inject({
      method: 'POST',
      url: '/api/breast_segmentation/process/',
      payload,
      headers: all,
    })
  ).json();
}
const ask = (headers: { authorization: string }, patient_id: string, path = '') =>
  server.app.inject({ method: 'POST', url: `/api/audit/patient/${path}`, headers, payload: { patient_id } });
const accessTo = async (patient: string, by = auditor) =>
  patientAccessReply.parse((await ask(by, patient)).json());

it('says who saw what of a patient, and of no other, and is on record itself', async () => {
  const { id, original_image_url: image } = await analyse('P-ACCESS');
  const other = await analyse('P-OTHER');
  await server.app.inject({ url: `/api/breast_segmentation/reports/${id}/`, headers: reader });
  await server.app.inject({ url: image });
  await server.app.inject({ url: `/api/breast_segmentation/reports/${other.id}/`, headers: reader });
  await server.app.inject({ url: '/api/reports/?scope=all', headers: reader });

  const { entries, reports, next } = await accessTo(' P-ACCESS ');
  expect([reports, next]).toEqual([1, null]);
  const actions = entries.map(({ action, user }) => `${action} ${user}`);
  expect(actions).toContain('report.read ben');
  expect(actions).toContain('image.read ben');
  expect(actions).toContain('audit.patient_read ada');
  expect(entries.find(({ action }) => action === 'reports.listed')?.details.reports).toEqual([id]);
  expect(JSON.stringify(entries)).not.toContain(other.id);
  expect(JSON.stringify(entries)).not.toContain('P-ACCESS');

  const csv = await ask(auditor, 'P-ACCESS', 'export/');
  expect(csv.headers['content-type']).toContain('text/csv');
  expect(csv.body).toContain('image.read');
  expect(csv.body).toContain('reports.listed');
  expect(csv.body).not.toContain(other.id);
  expect((await accessTo('P-ACCESS')).entries[1]).toMatchObject({ action: 'audit.patient_exported' });
});

it('knows no patient of another organization, and answers auditors alone', async () => {
  await analyse('P-OURS');
  expect(await accessTo('P-OURS', await server.bearer('eve'))).toEqual({
    entries: [],
    next: null,
    reports: 0,
  });
  expect((await ask(reader, 'P-OURS')).statusCode).toBe(403);
});
