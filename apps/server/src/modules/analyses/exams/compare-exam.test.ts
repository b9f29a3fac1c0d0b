import { batchReply } from '@second-read/contract/batches';
import { reportReply } from '@second-read/contract/reports';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { multipart } from '../../../testing/multipart.ts';
import { scriptedCompute } from '../../../testing/scripted-compute.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';

let server: TestServer;
let headers: { authorization: string };

beforeAll(async () => {
  server = await startTestServer({ compute: scriptedCompute() });
  headers = await server.bearer('ada');
});
afterAll(() => server.close());

const get = (url: string) => server.app.inject({ url, headers });

/** An exam of one slice, read to its report. */
async function examOf(patientId: string) {
  const payload = { patient_id: patientId, slices: 1, kind: 'exam' };
  const begun = await server.app.inject({ method: 'POST', url: '/api/brain_ct/batches/', payload, headers });
  const { id } = batchReply.parse(begun.json());
  const sent = multipart([{ name: 'image', content: 'slice 1', fileName: 'slice.dcm' }]);
  const url = `/api/brain_ct/batches/${id}/slices/1/`;
  await server.app.inject({ method: 'POST', url, ...sent, headers: { ...sent.headers, ...headers } });
  for (;;) {
    const { report_id } = batchReply.parse((await get(`/api/batches/${id}/`)).json());
    if (report_id !== null) return reportReply.parse((await get(`/api/reports/${report_id}/`)).json());
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

it('compares an exam with the latest one of the same patient, and with none of another', async () => {
  const first = await examOf('0042');
  const second = await examOf('0042');
  expect(first.exam?.comparison).toBeUndefined();
  // Neither file tells a date: the time between the exams is not known.
  expect(second.exam?.comparison).toMatchObject({ reportId: first.id, days: null, lesions: [] });
  expect((await examOf('0043')).exam?.comparison).toBeUndefined();
}, 60_000);
