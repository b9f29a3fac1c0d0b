import { auditReply } from '@second-read/contract/audit';
import { priorsReply, reportReply } from '@second-read/contract/reports';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { analysisUpload } from '../../testing/multipart.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

type Bearer = { authorization: string };
let server: TestServer;
let [ada, ben, eve]: Bearer[] = [];
let first: string;
let second: string;
let third: string;

beforeAll(async () => {
  server = await startTestServer();
  [ada, ben, eve] = [await server.bearer('ada'), await server.bearer('ben'), await server.bearer('eve')];
  first = await analyse(ada, 'seen before');
  await analyse(ada, 'seen befor');
  await analyse(ada, 'seen before', 'lung_segmentation');
  await analyse(eve, 'seen before');
  second = await analyse(ben, ' seen before ');
  third = await analyse(ada, 'seen before');
});
afterAll(() => server.close());

async function analyse(by: Bearer | undefined, patient: string, apiPath = 'breast_segmentation') {
  const { payload, headers } = analysisUpload('picture', patient);
  const url = `/api/${apiPath}/process/`;
  const reply = await server.app.inject({ method: 'POST', url, payload, headers: { ...headers, ...by } });
  return reportReply.parse(reply.json()).id;
}

const ask = (id: string, by = ada, apiPath = 'breast_segmentation') =>
  server.app.inject({ url: `/api/${apiPath}/reports/${id}/priors/`, headers: by ?? {} });

async function priorsOf(id: string) {
  const { results } = priorsReply.parse((await ask(id)).json());
  return results;
}

async function lastEntry() {
  await server.context.pool.query(`UPDATE users SET role = 'auditor' WHERE username = 'ada'`);
  const reply = await server.app.inject({ url: '/api/audit/?action=report', headers: ada ?? {} });
  const entries = auditReply.parse(reply.json()).entries;
  const lists = await server.app.inject({ url: '/api/audit/?action=reports', headers: ada ?? {} });
  return [...entries, ...auditReply.parse(lists.json()).entries].toSorted((a, b) =>
    b.at.localeCompare(a.at),
  )[0];
}

describe('the earlier reports of a patient', () => {
  it("are those of the same module and organisation, newest first, a colleague's too", async () => {
    expect((await priorsOf(third)).map(({ id }) => id)).toEqual([second, first]);
    expect((await priorsOf(second)).map(({ id }) => id)).toEqual([first]);
    expect(await priorsOf(first)).toEqual([]);
  });

  it('are named by id, date and reader and by nothing else', async () => {
    const reply = await ask(second);
    expect(reply.json()).toEqual({
      results: [
        {
          id: first,
          created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
          analyzed_by: expect.objectContaining({ username: 'ada' }),
        },
      ],
    });
    expect(reply.headers['cache-control']).toBe('no-store');
  });

  it('leave a line on the trail that names the report and those listed', async () => {
    await priorsOf(third);
    expect(await lastEntry()).toMatchObject({
      action: 'reports.listed',
      outcome: 'success',
      user: 'ada',
      subject: third,
      details: { module: 'breast', scope: 'priors', reports: [second, first] },
    });
  });

  it('are refused to another organisation and under another module, and that is on the trail', async () => {
    for (const reply of [await ask(third, eve), await ask(third, ada, 'lung_segmentation')])
      expect([reply.statusCode, reply.json().code]).toEqual([404, 'not_found']);
    expect(await lastEntry()).toMatchObject({ action: 'report.denied', outcome: 'failure', subject: third });
  });

  it('need a session', async () => {
    const url = `/api/breast_segmentation/reports/${third}/priors/`;
    const reply = await server.app.inject({ url });
    expect([reply.statusCode, reply.json().code]).toEqual([401, 'not_signed_in']);
  });
});
