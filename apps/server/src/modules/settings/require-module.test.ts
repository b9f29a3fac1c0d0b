import { manifests } from '@second-read/analyses/manifests';
import { originHeader } from '@second-read/contract/pacs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { analysisUpload } from '../../testing/multipart.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let ada: { authorization: string };
let eve: { authorization: string };
beforeAll(async () => {
  server = await startTestServer({ environment: { UPLOAD_LIMIT: '1000' } });
  await server.context.pool.query(`UPDATE users SET role = 'administrator' WHERE username = 'ada'`);
  ada = await server.bearer('ada');
  eve = await server.bearer('eve');
});
afterAll(() => server.close());

const slices = { patient_id: 'P-1', slices: 2 };
const send = (apiPath: string, by: typeof ada, key?: string) => {
  const { payload, headers } = analysisUpload('found 87.4', '0042');
  const sent = { ...headers, ...by, ...(key && { 'idempotency-key': key }) };
  return server.app.inject({ method: 'POST', url: `/api/${apiPath}/process/`, payload, headers: sent });
};
const begin = (by: typeof ada) =>
  server.app.inject({ method: 'POST', url: '/api/lung_segmentation/batches/', payload: slices, headers: by });
const switchModules = (modules_off: object, etag: string) =>
  server.app.inject({
    method: 'PATCH',
    url: '/api/organization/settings/',
    payload: { settings: { modules_off } },
    headers: { ...ada, 'if-match': etag },
  });

it('a module that is switched off takes no new work of its organization, and its reports stay', async () => {
  const key = crypto.randomUUID();
  const { id } = (await send('lung_segmentation', ada, key)).json();
  const charged = async () =>
    (await server.app.inject({ url: '/api/trials/count/', headers: ada })).json().Lung_Segmentation;
  const before = await charged();
  await switchModules({ lung: { reason: 'The scanner is being replaced' } }, '0');
  for (const refused of [await send('lung_segmentation', ada), await begin(ada)])
    expect([refused.statusCode, refused.json()]).toEqual([
      403,
      {
        code: 'module_disabled',
        error: expect.stringMatching(
          /^Lung.* is switched off in your organization: The scanner is being replaced\. Earlier reports stay/,
        ),
      },
    ]);
  expect(await charged()).toEqual(before);
  expect((await send('lung_segmentation', ada, key)).json().id).toBe(id);
  expect((await server.app.inject({ url: `/api/reports/${id}/`, headers: ada })).statusCode).toBe(200);
  const list = await server.app.inject({ url: '/api/lung_segmentation/my-reports/', headers: ada });
  expect(list.json().count).toBe(1);
  expect((await send('breast_segmentation', ada)).statusCode).toBe(200);
  expect((await send('lung_segmentation', eve)).statusCode).toBe(200);
  await switchModules({}, '1');
  expect((await send('lung_segmentation', ada)).statusCode).toBe(200);
  expect((await begin(ada)).statusCode).toBe(200);
});

describe.each(manifests)('a switched-off $title', ({ id, apiPath }) => {
  const post = (path: string, sent: { payload: unknown; headers: object }) =>
    server.app.inject({
      ...{ method: 'POST', url: `/api/${apiPath}/${path}`, payload: sent.payload as string },
      headers: { ...sent.headers, ...ada },
    });
  const placed = async () =>
    (
      await server.context.pool.query(
        'SELECT (SELECT count(*) FROM analyses), (SELECT count(*) FROM batches) AS batches',
      )
    ).rows;
  const series = (kind: 'slices' | 'exam') => ({ payload: { ...slices, kind }, headers: {} });
  const upload = (headers: object) => {
    const sent = analysisUpload('found 87.4', '0042');
    return { ...sent, headers: { ...sent.headers, ...headers } };
  };

  it.each([
    ['an upload', 'process/', upload({})],
    ['a picture that was fetched from the PACS', 'process/', upload({ [originHeader]: 'a token' })],
    ['a series read slice by slice', 'batches/', series('slices')],
    ['a series read as an exam', 'batches/', series('exam')],
  ] as const)('refuses %s', async (_name, path, sent) => {
    const settings = await server.app.inject({ url: '/api/organization/settings/', headers: ada });
    const { etag } = settings.json();
    await switchModules({ [id]: { reason: 'Maintenance' } }, etag);
    const before = await placed();
    const reply = await post(path, sent);
    expect(await placed()).toEqual(before);
    // Of a module without exams, that is said first.
    const isExam = 'kind' in sent.payload && sent.payload.kind === 'exam';
    const hasNoExams = isExam && reply.json().code === 'invalid_request';
    if (hasNoExams) expect(reply.json().error).toContain('not exams');
    else expect([reply.statusCode, reply.json().code]).toEqual([403, 'module_disabled']);
  });
});
