import { worklistMineReply, worklistReply } from '@second-read/contract/worklist';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { analysisUpload } from '../../testing/multipart.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { openEvents } from './open-events.test-support.ts';

let server: TestServer;
let url: string;
let ada: { authorization: string };
let ben: { authorization: string };
let eve: { authorization: string };
beforeAll(async () => {
  server = await startTestServer();
  url = await server.app.listen({ port: 0, host: '127.0.0.1' });
  [ada, ben, eve] = [await server.bearer('ada'), await server.bearer('ben'), await server.bearer('eve')];
});
afterAll(() => server.close());

async function makeReport(patient: string): Promise<string> {
  const { payload, headers } = analysisUpload('found 90', patient);
  const at = '/api/lung_segmentation/process/';
  const reply = await server.app.inject({
    method: 'POST',
    url: at,
    payload,
    headers: { ...headers, ...ada },
  });
  return reply.json().id;
}

const post = (report: string, what: string, payload: object, by = ada) =>
  server.app.inject({ method: 'POST', url: `/api/reports/${report}/${what}/`, payload, headers: by });

async function mine(by: { authorization: string }) {
  return worklistMineReply.parse(
    (await server.app.inject({ url: '/api/worklist/mine/', headers: by })).json(),
  );
}

async function patch(payload: object, by: { authorization: string }) {
  return server.app.inject({ method: 'PATCH', url: '/api/worklist/mine/', payload, headers: by });
}

async function listed(query: Record<string, string>, by: { authorization: string }) {
  const reply = await server.app.inject({ url: '/api/worklist/', query, headers: by });
  return worklistReply.parse(reply.json()).items;
}

describe('the stream of events', () => {
  it('tells the organisation, and nobody else, of a new report and of who takes it', async () => {
    const [mates, strangers] = [await openEvents(url, ben), await openEvents(url, eve)];
    const report = await makeReport('p1');
    expect(await mates.next('worklist')).toBe(true);
    await post(report, 'reviews', {});
    expect(await mates.next('worklist')).toBe(true);
    expect(strangers.seen()).toEqual(['open']);
    for (const stream of [mates, strangers]) await stream.close();
  });

  it('is silent while a hold is only renewed', async () => {
    const report = await makeReport('p2');
    await post(report, 'reviews', {});
    const stream = await openEvents(url, ben);
    await post(report, 'reviews', {});
    expect(await stream.next('worklist', 1_000)).toBe(false);
    await stream.close();
  });

  it('ends when its session is signed out', async () => {
    const session = await server.signIn('ben');
    const stream = await openEvents(url, { authorization: `Bearer ${session.access}` });
    const payload = { refresh: session.refresh };
    await server.app.inject({ method: 'POST', url: '/api/accounts/logout/', payload });
    await expect(stream.ended).resolves.toBe(true);
  });

  it('is refused without an account, and for more windows than anyone has', async () => {
    expect((await fetch(`${url}/api/worklist/events/`)).status).toBe(401);
    const open = await Promise.all(Array.from({ length: 8 }, () => openEvents(url, eve)));
    const further = await fetch(`${url}/api/worklist/events/`, { headers: eve });
    expect(further.status).toBe(429);
    await Promise.all(open.map((stream) => stream.close()));
    await expect.poll(async () => (await openEvents(url, eve)).status).toBe(200);
  });
});

describe('what an account has not seen', () => {
  it('is counted until it looks, each account for itself', async () => {
    await patch({ looked: true }, ada);
    await patch({ looked: true }, ben);
    server.advance(1_000);
    await makeReport('p3');
    expect([(await mine(ada)).unread, (await mine(ben)).unread]).toEqual([1, 1]);
    await patch({ looked: true }, ben);
    expect([(await mine(ada)).unread, (await mine(ben)).unread]).toEqual([1, 0]);
  });

  it('keeps filters per account, and refuses others than there are', async () => {
    await patch({ filters: { module: 'lung', mine: 'true' } }, ben);
    expect((await mine(ben)).filters).toEqual({ module: 'lung', mine: 'true' });
    expect((await mine(ada)).filters).toEqual({});
    expect((await patch({ filters: { colour: 'red' } }, ben)).statusCode).toBe(400);
    await patch({ filters: {} }, ben);
    expect((await mine(ben)).filters).toEqual({});
  });
});

describe('giving a report to a reader', () => {
  it('shows it as theirs, tells them, and takes it back', async () => {
    const report = await makeReport('p4');
    const stream = await openEvents(url, ben);
    const at = `/api/worklist/${report}/assignee/`;
    const given = await server.app.inject({
      method: 'POST',
      url: at,
      payload: { username: 'ben' },
      headers: ada,
    });
    expect(given.json()).toEqual({ assignee: { full_name: 'Reader ben', username: 'ben' } });
    expect(await stream.next('worklist')).toBe(true);
    const own = await listed({ mine: 'true' }, ben);
    expect(own.map(({ report_id, assigned_to_me }) => [report_id, assigned_to_me])).toEqual([[report, true]]);
    const ids = async (query: Record<string, string>) =>
      (await listed(query, ada)).map(({ report_id }) => report_id);
    expect(await ids({ unassigned: 'true' })).not.toContain(report);
    await server.app.inject({ method: 'DELETE', url: at, headers: ben });
    expect(await ids({ unassigned: 'true' })).toContain(report);
    await stream.close();
  });

  it('is refused for strangers, for reports of others and for auditors', async () => {
    const report = await makeReport('p5');
    const at = `/api/worklist/${report}/assignee/`;
    const give = async (username: string, by: { authorization: string }) =>
      (await server.app.inject({ method: 'POST', url: at, payload: { username }, headers: by })).statusCode;
    expect(await give('eve', ada)).toBe(404);
    expect(await give('eve', eve)).toBe(404);
    const { pool } = server.context;
    await pool.query(`UPDATE users SET role = 'auditor' WHERE username = 'ben'`);
    expect([await give('ada', ben), await give('ben', ada)]).toEqual([403, 404]);
    const readers = await server.app.inject({ url: '/api/worklist/readers/', headers: ada });
    expect(readers.json()).toEqual({ readers: [{ username: 'ada', full_name: 'Reader ada' }] });
  });
});

describe('the end of the server', () => {
  it('ends the streams', async () => {
    const stream = await openEvents(url, ada);
    await server.app.close();
    await expect(stream.ended).resolves.toBe(true);
  });
});
