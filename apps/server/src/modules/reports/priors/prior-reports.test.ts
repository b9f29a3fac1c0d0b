import { auditReply } from '@second-read/contract/audit';
import { priorsReply, reportReply } from '@second-read/contract/reports';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { analysisUpload, multipart } from '../../../testing/multipart.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { sealEarlierPatients } from '../../patients/index.ts';

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

describe('a generated patient ID', () => {
  const generated = async (patientId: string, more: { name: string; content: string }[]) => {
    const image = { name: 'image', content: 'picture', fileName: 'picture.png' };
    const { payload, headers } = multipart([{ name: 'patient_id', content: patientId }, ...more, image]);
    const url = '/api/breast_segmentation/process/';
    return server.app.inject({ method: 'POST', url, payload, headers: { ...headers, ...ada } });
  };
  const mark = [{ name: 'patient_id_generated', content: '1' }];
  const isKnown = async (patient_id: string) => {
    const reply = await server.app.inject({
      url: '/api/patients/known/',
      query: { patient_id },
      headers: ada ?? {},
    });
    return reply.json().patient_known;
  };

  it('is marked, and makes nobody a prior or known, whoever has the same by chance', async () => {
    const stranger = (await generated('4711', mark)).json();
    expect(stranger).toMatchObject({ patient_id: '4711', patient_id_generated: true, patient_known: false });
    const other = (await generated('4711', mark)).json();
    expect([other.patient_known, await priorsOf(other.id)]).toEqual([false, []]);
    expect(await isKnown('4711')).toBe(false);

    const typed = (await generated('4711', [])).json();
    expect([typed.patient_known, typed.patient_id_generated]).toEqual([false, undefined]);
    expect(await priorsOf(typed.id)).toEqual([]);
    const after = (await generated('4711', mark)).json();
    expect([after.patient_known, await priorsOf(after.id)]).toEqual([false, []]);
    expect(await isKnown('4711')).toBe(true);
  });

  it('stays one when patient IDs are sealed under another key, and is found by searching', async () => {
    const { id } = (await generated('4712', mark)).json();
    const { config } = server.context;
    await server.context.pool.query(`UPDATE reports SET search_tokens = NULL WHERE id = $1`, [id]);
    await sealEarlierPatients({ ...server.context, config });
    expect(await isKnown('4712')).toBe(false);
    const url = '/api/breast_segmentation/my-reports/?q=4712';
    const { results } = (await server.app.inject({ url, headers: ada ?? {} })).json();
    expect(results).toMatchObject([{ id, patient_id_generated: true }]);
  });

  it.each(['yes', '', '2'])('is not said by "%s"', async (content) => {
    const reply = await generated('4713', [{ name: 'patient_id_generated', content }]);
    expect([reply.statusCode, reply.json().code]).toEqual([400, 'invalid_request']);
  });
});
