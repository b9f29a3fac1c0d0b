import {
  type Attributes,
  greyAttributes,
  writeDicom,
} from '@second-read/core/decode/dicom/write-dicom.test-support';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { multipart } from '../../../testing/multipart.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { sealEarlierPatients } from '../../patients/index.ts';

let server: TestServer;
let ada: { authorization: string };
beforeAll(async () => {
  server = await startTestServer({ environment: { RETAIN_PATIENT_DETAILS: '1' } });
  ada = await server.bearer('ada');
  await send('A-1', { '0010,0010': ['PN', 'DOE^JANE'], '0008,0050': ['SH', 'ACC-77'] });
  await send('B-2', { '0010,0010': ['PN', 'ROE^RICHARD'], '0008,0050': ['SH', 'ACC-88'] });
});
afterAll(() => server.close());

function send(patientId: string, named: Attributes) {
  const image = writeDicom({
    ...named,
    '0020,000d': ['UI', `1.2.${patientId.codePointAt(0)}`],
    ...greyAttributes(2, 2, 8),
    '7fe0,0010': ['OW', Uint8Array.of(1, 2, 3, 4)],
  });
  const { payload, headers } = multipart([
    { name: 'patient_id', content: patientId },
    { name: 'image', content: image, fileName: 'a.dcm' },
  ]);
  const url = '/api/lung_segmentation/process/';
  return server.app.inject({ method: 'POST', url, payload, headers: { ...headers, ...ada } });
}

async function found(q: string): Promise<string[][]> {
  const query = `q=${encodeURIComponent(q)}`;
  const [history, worklist] = await Promise.all(
    [`/api/lung_segmentation/all-reports/?${query}`, `/api/worklist/?${query}`].map(async (url) =>
      (await server.app.inject({ url, headers: ada })).json(),
    ),
  );
  return [history.results, worklist.items].map((rows: { patient_id: string }[]) =>
    rows.map(({ patient_id }) => patient_id).toSorted(),
  );
}

it.each([
  ['doe', ['A-1']],
  ['Doe Jane', ['A-1']],
  ['acc-88', ['B-2']],
  ['ACC', ['A-1', 'B-2']],
  ['b-2', ['B-2']],
  ['nobody', []],
  // Parts of two texts are no part of one.
  ['e-2', []],
])('history and worklist find %s by patient ID, name and accession number', async (q, ids) => {
  expect(await found(q)).toEqual([ids, ids]);
});

it('finds them after the search index was made anew', async () => {
  await server.context.pool.query('UPDATE reports SET search_tokens = NULL');
  await sealEarlierPatients(server.context);
  expect(await found('doe')).toEqual([['A-1'], ['A-1']]);
});
