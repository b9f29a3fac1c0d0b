import { afterAll, beforeAll, expect, it } from 'vitest';
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
