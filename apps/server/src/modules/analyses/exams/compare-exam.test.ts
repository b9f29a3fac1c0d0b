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

function begin(patientId: string, exam?: unknown) {
  const payload = { patient_id: patientId, slices: 1, kind: 'exam', ...(exam !== undefined && { exam }) };
  return server.app.inject({ method: 'POST', url: '/api/brain_ct/batches/', payload, headers });
}

/** An exam of one slice, read to its report. */
async function examOf(patientId: string, said?: unknown) {
  const begun = await begin(patientId, said);
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
});

async function used(): Promise<number> {
  const { rows } = await server.context.pool.query('SELECT sum(used)::int AS used FROM trials');
  return rows[0].used;
}

const thick = { slices: 1, thicknessMm: 5, kernel: 'H30s' };
const thin = { slices: 9, thicknessMm: 1, kernel: 'H60s' };
const seriesSaid = { series: { read: thick, others: [thin], by: 'program' } };

it('ties a reading of another series to the exam that was read before, and never compares the two', async () => {
  const earlier = await examOf('0044');
  const first = await examOf('0044', seriesSaid);
  expect(first.rereadings).toBeUndefined();
  const again = { series: { read: thin, others: [thick], by: 'user' }, rereads: first.id };
  const before = await used();
  const second = await examOf('0044', again);
  expect(await used()).toBe(before + 1);
  expect(second.exam).toMatchObject({ rereads: first.id, series: { read: thin } });
  expect(second.exam?.comparison).toMatchObject({ reportId: earlier.id });
  const now = reportReply.parse((await get(`/api/reports/${first.id}/`)).json());
  expect(now.rereadings).toEqual([{ id: second.id, series: thin }]);
});

it('refuses to tie an exam to a report of another patient, or to none', async () => {
  const other = await examOf('0045', seriesSaid);
  for (const [patient, rereads] of [
    ['0046', other.id],
    ['0045', 'brain-none'],
  ] as const) {
    const reply = await begin(patient, { ...seriesSaid, rereads });
    expect([reply.statusCode, reply.json().code]).toEqual([404, 'not_found']);
  }
});
