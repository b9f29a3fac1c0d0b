import { batchReply } from '@second-read/contract/batches';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { countStatements } from './testing/count-statements.ts';
import { analysisUpload, multipart } from './testing/multipart.ts';
import { startTestServer, type TestServer } from './testing/test-server.ts';

let server: TestServer;
let ada: { authorization: string };

beforeAll(async () => {
  server = await startTestServer();
  ada = await server.bearer('ada');
  await sendImage();
});
afterAll(() => server.close());

async function post(url: string, { payload, headers }: ReturnType<typeof multipart>) {
  const all = { ...headers, ...ada, 'idempotency-key': crypto.randomUUID() };
  return (await server.app.inject({ method: 'POST', url, payload, headers: all })).statusCode;
}

const exams = '/api/brain_ct/batches/';
const sendImage = () => post('/api/breast_segmentation/process/', analysisUpload());

/** Until nothing is queued, running or waiting to be deleted. */
async function untilIdle(): Promise<void> {
  const open = `SELECT (SELECT count(*) FROM pgboss.job WHERE name = 'analyses')::int AS n`;
  await expect.poll(async () => (await server.context.pool.query(open)).rows[0].n).toBe(0);
}

async function statementsOf(work: () => Promise<unknown>): Promise<readonly string[]> {
  await untilIdle();
  const end = countStatements(server.context.pool);
  await work();
  await untilIdle();
  return end().filter((text) => !text.startsWith('SELECT (SELECT count(*) FROM pgboss.job'));
}

it('an image is analyzed in at most 27 statements, from the call to its reply', async () => {
  const statements = await statementsOf(async () => expect(await sendImage()).toBe(200));
  expect(statements.length, statements.join('\n')).toBeLessThanOrEqual(27);
});

async function beginExam(slices: number): Promise<string> {
  const payload = { patient_id: '0042', slices, kind: 'exam' };
  const started = await server.app.inject({ method: 'POST', url: exams, payload, headers: ada });
  return batchReply.parse(started.json()).id;
}

function sendSlice(id: string, slice: number, image = `slice ${slice}`) {
  const part = { name: 'image', content: image, fileName: 'slice.dcm' };
  return post(`${exams}${id}/slices/${slice}/`, multipart([part]));
}

it('a slice of an exam is read in at most 14 statements', async () => {
  const id = await beginExam(3);
  await sendSlice(id, 1);
  const statements = await statementsOf(async () => expect(await sendSlice(id, 2)).toBe(202));
  expect(statements.length, statements.join('\n')).toBeLessThanOrEqual(14);
});

it('an exam of many slices is canceled in as many statements as one of few', async () => {
  const counts: number[] = [];
  for (const slices of [2, 12]) {
    const id = await beginExam(20);
    for (let slice = 1; slice <= slices; slice++) await sendSlice(id, slice);
    await untilIdle();
    const end = countStatements(server.context.pool);
    await server.app.inject({ method: 'POST', url: `/api/batches/${id}/cancel/`, headers: ada });
    counts.push(end().length);
  }
  expect(counts[1]).toBe(counts[0]);
});
