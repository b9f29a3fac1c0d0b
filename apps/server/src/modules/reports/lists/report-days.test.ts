import { everyReportReply } from '@second-read/contract/reports';
import { greyAttributes, writeDicom } from '@second-read/core/decode/dicom/write-dicom.test-support';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { analysisUpload } from '../../../testing/multipart.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';

let server: TestServer;
let ada: { authorization: string };
beforeAll(async () => {
  server = await startTestServer({ environment: { SITE_TIME_ZONE: 'Pacific/Auckland' } });
  ada = await server.bearer('ada');
  await analyse('OLD', '20071122', '2026-03-01T10:59:00Z');
  await analyse('NEW', '20080105', '2026-03-01T11:01:00Z');
  await analyse('NONE', undefined, '2026-03-02T09:00:00Z');
});
afterAll(() => server.close());

/** Of an exam on that day, reported at that moment. */
async function analyse(patient: string, day: string | undefined, createdAt: string) {
  const image = writeDicom({
    ...(day && { '0008,0020': ['DA', day] }),
    '0020,000d': ['UI', '1.2.3'],
    ...greyAttributes(2, 2, 8),
    '7fe0,0010': ['OW', Uint8Array.of(1, 2, 3, 4)],
  });
  const { payload, headers } = analysisUpload(image, patient);
  const url = '/api/lung_segmentation/process/';
  const reply = await server.app.inject({ method: 'POST', url, payload, headers: { ...headers, ...ada } });
  await server.context.pool.query('UPDATE reports SET created_at = $2 WHERE id = $1', [
    reply.json().id,
    createdAt,
  ]);
}

async function patients(query: Record<string, string>): Promise<string[]> {
  const reply = await server.app.inject({ url: '/api/reports/', headers: ada, query });
  return everyReportReply.parse(reply.json()).results.map(({ patient_id }) => patient_id);
}

it('days of reports begin where the site is', async () => {
  expect(await patients({ to: '2026-03-01' })).toEqual(['OLD']);
  expect(await patients({ from: '2026-03-02', to: '2026-03-02' })).toEqual(['NONE', 'NEW']);
});

it('days of exams are those of their files, and what has none is in none', async () => {
  expect(await patients({ exam_from: '2007-11-22', exam_to: '2007-11-22' })).toEqual(['OLD']);
  expect(await patients({ exam_to: '2007-11-21' })).toEqual([]);
  expect(await patients({ exam_from: '2007-11-23' })).toEqual(['NEW']);
  expect(await patients({ exam_from: '1900-01-01', from: '2026-03-02' })).toEqual(['NEW']);
});
