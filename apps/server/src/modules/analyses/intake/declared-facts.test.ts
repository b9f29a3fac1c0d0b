import { batchReply } from '@second-read/contract/batches';
import {
  type Attributes,
  greyAttributes,
  writeDicom,
} from '@second-read/core/decode/dicom/write-dicom.test-support';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { ReadTask } from '../../../platform/compute/compute.ts';
import { multipart } from '../../../testing/multipart.ts';
import { scriptedCompute } from '../../../testing/scripted-compute.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';

let server: TestServer;
let ada: { authorization: string };
let tasks: ReadTask[];
beforeAll(async () => {
  const scripted = scriptedCompute();
  const compute = {
    ...scripted,
    read: (task: ReadTask, ...rest: []) => {
      tasks.push(task);
      return scripted.read(task, ...rest);
    },
    readForExam: (task: ReadTask, ...rest: []) => {
      tasks.push(task);
      return scripted.readForExam(task, ...rest);
    },
  };
  server = await startTestServer({ compute });
  ada = await server.bearer('ada');
});
afterAll(() => server.close());
beforeEach(() => {
  tasks = [];
});

const minor: Attributes = {
  '0008,0060': ['CS', 'CT'],
  '0010,1010': ['AS', '012Y'],
  '0018,0010': ['LO', 'IOMERON'],
  '0018,1210': ['SH', 'H60s'],
};

function send(url: string, attributes: Attributes) {
  const image = writeDicom({
    ...attributes,
    ...greyAttributes(2, 2, 8),
    '7fe0,0010': ['OW', Uint8Array.of(1, 2, 3, 4)],
  });
  const { payload, headers } = multipart([
    ...(url.includes('slices') ? [] : [{ name: 'patient_id', content: '0042' }]),
    { name: 'image', content: image, fileName: 'a.dcm' },
  ]);
  return server.app.inject({ method: 'POST', url, payload, headers: { ...headers, ...ada } });
}

it('age below 18, contrast medium and kernel reach the reading, though the kept file has none of them', async () => {
  await send('/api/brain_ct/process/', minor);
  expect(tasks[0]?.declared).toEqual({ ageYears: 12, hasContrast: true, kernel: 'H60s', sharpness: 'sharp' });
  const adult: Attributes = { ...minor, '0010,1010': ['AS', '044Y'], '0018,0010': ['LO', 'NONE'] };
  await send('/api/brain_ct/process/', adult);
  expect(tasks[1]?.declared).toEqual({ kernel: 'H60s', sharpness: 'sharp' });
});

it('those of a slice reach the reading of its exam', async () => {
  const payload = { patient_id: '0042', slices: 1, kind: 'exam' };
  const started = await server.app.inject({
    method: 'POST',
    url: '/api/brain_ct/batches/',
    payload,
    headers: ada,
  });
  const { id } = batchReply.parse(started.json());
  await send(`/api/brain_ct/batches/${id}/slices/1/`, minor);
  await expect
    .poll(() => tasks[0]?.declared, { timeout: 60_000 })
    .toMatchObject({ ageYears: 12, kernel: 'H60s' });
});
