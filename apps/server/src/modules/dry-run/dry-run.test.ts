import { dryRunReply, settingsReply } from '@second-read/contract/settings';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { analysisUpload } from '../../testing/multipart.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let headers: { authorization: string };
beforeAll(async () => {
  server = await startTestServer();
  await server.context.pool.query(`UPDATE users SET role = 'administrator' WHERE username = 'ada'`);
  headers = await server.bearer('ada');
  const upload = analysisUpload('found 87.4');
  await server.app.inject({
    ...{ method: 'POST', url: '/api/lung_segmentation/process/', payload: upload.payload },
    headers: { ...upload.headers, ...headers },
  });
  server.advance(100 * 86_400_000);
  headers = await server.bearer('ada');
});
afterAll(() => server.close());

const path = '/api/organization/settings/';
async function effects(settings: object): Promise<string[]> {
  const reply = await server.app.inject({
    ...{ method: 'POST', url: `${path}dry-run/`, headers, payload: { settings } },
  });
  return dryRunReply.parse(reply.json()).effects;
}
const stored = async () =>
  settingsReply.parse((await server.app.inject({ url: path, headers })).json()).settings;

it('says what a change would do, in counts of now, and stores nothing', async () => {
  const before = await stored();
  expect(await effects({ retention_days: 90 })).toEqual([
    expect.stringMatching(/^1 report made before \d{4}-\d\d-\d\d is erased within a day\.$/),
  ]);
  expect(await effects({ retention_days: 300 })).toEqual([expect.stringMatching(/^0 reports made before/)]);
  const month = 30 * 24 * 60;
  const late = { urgent: month, finding: month, open: month, none: month };
  expect(await effects({ target_minutes: { urgent: 60, finding: 120, open: 120, none: 180 } })).toEqual([
    '1 waiting report is overdue, 1 at present.',
  ]);
  expect(await effects({ target_minutes: late })).toEqual(['1 waiting report is overdue, 1 at present.']);
  expect(await effects({ modules_off: { lung: { reason: 'The scanner is replaced.' } } })).toEqual([
    expect.stringMatching(/takes no new images\. 1 report that waits stays on the worklist\./),
  ]);
  expect(await effects({ read_first: { lung: 'always' }, double_reading: { lung: true } })).toEqual([
    expect.stringMatching(/hidden until an opinion is given/),
    expect.stringMatching(/two readers each; 1 report waiting now\.$/),
  ]);
  expect(await effects(before)).toEqual([]);
  expect(await stored()).toEqual(before);
});

it('is for administrators alone', async () => {
  const others = await server.bearer('ben');
  const reply = await server.app.inject({
    ...{ method: 'POST', url: `${path}dry-run/`, headers: others, payload: { settings: {} } },
  });
  expect(reply.statusCode).toBe(403);
});
