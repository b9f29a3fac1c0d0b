import { manifests } from '@second-read/analyses/manifests';
import { reportReply, reportsReply } from '@second-read/contract/reports';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { analysisUpload } from '../../testing/multipart.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { sealEarlierPatients } from '../patients/index.ts';

const patients = ['0042', 'A%B', 'a_b', 'aXb', 'back\\slash', 'Ünal', "O'Hara"];
let server: TestServer;
let ada: { authorization: string };
let ben: { authorization: string };
let eve: { authorization: string };

beforeAll(async () => {
  server = await startTestServer();
  [ada, ben, eve] = [await server.bearer('ada'), await server.bearer('ben'), await server.bearer('eve')];
  for (const patient of patients) await analyse(ada, patient);
  await analyse(ben, 'of ben');
  await analyse(eve, 'of eve');
});
afterAll(() => server.close());

async function analyse(by: { authorization: string }, patient: string, apiPath = 'breast_segmentation') {
  const { payload, headers } = analysisUpload('picture', patient);
  const url = `/api/${apiPath}/process/`;
  const reply = await server.app.inject({ method: 'POST', url, payload, headers: { ...headers, ...by } });
  return reportReply.parse(reply.json());
}

async function list(by: { authorization: string }, which: string, query: Record<string, string> = {}) {
  const url = `/api/breast_segmentation/${which}-reports/`;
  const reply = await server.app.inject({ url, headers: by, query });
  expect(reply.statusCode).toBe(200);
  return reportsReply.parse(reply.json());
}

const patientsOf = (page: { results: { patient_id: string }[] }) =>
  page.results.map((each) => each.patient_id);

describe('lists of reports', () => {
  it("shows one's own, newest first", async () => {
    expect(patientsOf(await list(ada, 'my'))).toEqual(patients.toReversed());
    expect(patientsOf(await list(ben, 'my'))).toEqual(['of ben']);
  });

  it("shows all of the organisation's and none of another's", async () => {
    expect(patientsOf(await list(ben, 'all'))).toEqual(['of ben', ...patients.toReversed()]);
    expect(patientsOf(await list(eve, 'all'))).toEqual(['of eve']);
  });

  it('pages, and counts what is on other pages', async () => {
    const pages = [];
    for (const page of ['1', '2', '3', '4']) pages.push(await list(ada, 'my', { page, page_size: '3' }));
    expect(pages.map((page) => page.count)).toEqual([7, 7, 7, 7]);
    expect(pages.flatMap(patientsOf)).toEqual(patients.toReversed());
    expect(pages.map((page) => page.results.length)).toEqual([3, 3, 1, 0]);
  });

  it('goes on after a report, found by a part or not, whatever came meanwhile', async () => {
    for (const q of ['', 'a', 'back']) {
      const whole = await list(ada, 'my', { q });
      for (const [at, { id }] of whole.results.entries()) {
        const rest = await list(ada, 'my', { q, after: id });
        expect(patientsOf(rest)).toEqual(patientsOf(whole).slice(at + 1));
        expect(rest.count).toBe(whole.count);
      }
    }
    const [foreign] = (await list(eve, 'my')).results;
    const url = `/api/breast_segmentation/my-reports/?after=${foreign?.id}`;
    expect((await server.app.inject({ url, headers: ada })).statusCode).toBe(404);
  });

  it('finds what is months apart, newest first', async () => {
    const { pool } = server.context;
    for (const [patient, days] of [
      ['far-1', 400],
      ['far-2', 30],
      ['far-3', 0],
    ] as const) {
      const { id } = await analyse(eve, patient);
      await pool.query(
        `UPDATE reports SET created_at = created_at - make_interval(days => $2), search_tokens = NULL WHERE id = $1`,
        [id, days],
      );
    }
    expect(await sealEarlierPatients(server.context)).toBe(3);
    for (const q of ['f', 'fa', 'far', 'far-']) {
      const { count, results } = await list(eve, 'all', { q });
      expect(results.map((each) => each.patient_id).filter((id) => id.startsWith('far'))).toEqual([
        'far-3',
        'far-2',
        'far-1',
      ]);
      expect(count).toBe(results.length);
    }
    expect(patientsOf(await list(eve, 'my', { q: '-1' }))).toEqual(['far-1']);
    await pool.query(
      `DELETE FROM reports WHERE organisation_id = (SELECT organisation_id FROM users WHERE username = 'eve') AND id <> $1`,
      [(await list(eve, 'all')).results.find((each) => each.patient_id === 'of eve')?.id],
    );
  });

  it.each([
    ['%', ['A%B']],
    ['_', ['a_b']],
    ['\\', ['back\\slash']],
    ['a_B', ['a_b']],
    ['  a%b ', ['A%B']],
    ['ÜN', ['Ünal']],
    ["'", ["O'Hara"]],
    ['%%', []],
    ["' OR 1=1 --", []],
    ['\0', []],
  ])('finds the literal text "%s"', async (q, found) => {
    expect(patientsOf(await list(ada, 'my', { q }))).toEqual(found);
  });

  it.each<Record<string, string>>([
    { page: '0' },
    { page: 'x' },
    { page_size: '101' },
    { q: 'x'.repeat(201) },
  ])('refuses the query %j', async (query) => {
    const url = '/api/breast_segmentation/my-reports/';
    const reply = await server.app.inject({ url, headers: ada, query });
    expect([reply.statusCode, reply.json().code]).toEqual([400, 'invalid_request']);
  });

  it('keeps modules apart', async () => {
    await analyse(ada, 'lung patient', 'lung_segmentation');
    expect(patientsOf(await list(ada, 'my'))).not.toContain('lung patient');
    const reply = await server.app.inject({ url: '/api/lung_segmentation/my-reports/', headers: ada });
    expect(patientsOf(reportsReply.parse(reply.json()))).toEqual(['lung patient']);
  });
});

describe('one report', () => {
  it('is the same from the list, by module and by id alone, and cannot overwrite its own id', async () => {
    const [listed] = (await list(ben, 'my')).results;
    for (const url of [`/api/reports/${listed?.id}/`, `/api/breast_segmentation/reports/${listed?.id}`]) {
      const reply = await server.app.inject({ url, headers: ben });
      expect(reportReply.parse(reply.json())).toEqual(listed);
      expect(reply.headers['cache-control']).toBe('no-store');
    }
    expect(listed?.id).toMatch(/^breast-/);
  });

  it('shows nothing of the row but what a reader needs', async () => {
    const [listed] = (await list(ben, 'my')).results;
    expect(Object.keys(listed ?? {}).toSorted()).toEqual(
      [
        ...['analyzed_by', 'created_at', 'id', 'label_map_url', 'module', 'original_image_url', 'patient_id'],
        ...['reading', 'report_text', 'segmented_image_url', 'study', 'updated_at'],
      ].toSorted(),
    );
  });

  it('is not found under another module, or in another organisation', async () => {
    const [listed] = (await list(ben, 'my')).results;
    for (const [url, by] of [
      [`/api/lung_segmentation/reports/${listed?.id}/`, ben],
      [`/api/reports/${listed?.id}/`, eve],
      ['/api/reports/breast-unknown/', ben],
    ] as const) {
      const reply = await server.app.inject({ url, headers: by });
      expect([reply.statusCode, reply.json().code]).toEqual([404, 'not_found']);
    }
  });
});

describe('known patients', () => {
  it.each([
    ['0042', true],
    [' 0042 ', true],
    ['004', false],
    ['of eve', false],
  ])('tells of "%s": %s', async (patient_id, patient_known) => {
    const reply = await server.app.inject({
      url: '/api/patients/known/',
      query: { patient_id },
      headers: ada,
    });
    expect(reply.json()).toEqual({ patient_known });
  });
});

describe('the audit trail', () => {
  it('names each report that was shown and each that was asked for in vain', async () => {
    const page = await list(ada, 'all', { q: 'of ben' });
    const id = page.results[0]?.id ?? '';
    await server.app.inject({ url: `/api/reports/${id}/`, headers: ada });
    await server.app.inject({ url: `/api/reports/${id}/`, headers: eve });
    const { rows } = await server.context.db.execute(
      sql`SELECT action, outcome, subject_id, details FROM audit_events ORDER BY id DESC LIMIT 3`,
    );
    expect(rows.toReversed()).toMatchObject([
      { action: 'reports.listed', details: { scope: 'all', reports: [id] } },
      { action: 'report.read', outcome: 'success', subject_id: id },
      { action: 'report.denied', outcome: 'failure', subject_id: id },
    ]);
  });

  it('tells a report that was fetched ahead from one that was opened', async () => {
    const page = await list(ada, 'all', { q: 'of ben' });
    const url = `/api/breast_segmentation/reports/${page.results[0]?.id}/`;
    await server.app.inject({ url, query: { ahead: 'true' }, headers: ada });
    await server.app.inject({ url, headers: ada });
    const { rows } = await server.context.db.execute(
      sql`SELECT action, details FROM audit_events ORDER BY id DESC LIMIT 2`,
    );
    expect(rows).toEqual([
      { action: 'report.read', details: {} },
      { action: 'report.read', details: { ahead: true } },
    ]);
  });

  it('never holds a patient ID', async () => {
    const { rows } = await server.context.db.execute(
      sql`SELECT audit_events::text AS line FROM audit_events`,
    );
    for (const patient of ['of ben', 'of eve', 'Ünal', 'A%B']) {
      expect(rows.filter((row) => String(row.line).includes(patient))).toEqual([]);
    }
  });

  it.each(['UPDATE audit_events SET action = action', 'DELETE FROM audit_events', 'TRUNCATE audit_events'])(
    'refuses %s',
    async (statement) => {
      await expect(server.context.pool.query(statement)).rejects.toThrow('append-only');
    },
  );
});

describe('every route', () => {
  const routes = manifests.flatMap(({ apiPath }) => [
    ['POST', `/api/${apiPath}/process/`],
    ['GET', `/api/${apiPath}/progress/some-key-01/`],
    ['POST', `/api/${apiPath}/cancel/some-key-01/`],
    ['GET', `/api/${apiPath}/my-reports/`],
    ['GET', `/api/${apiPath}/all-reports/`],
    ['GET', `/api/${apiPath}/reports/x/`],
    ['GET', `/api/${apiPath}/reports/x/priors/`],
  ]);
  routes.push(['GET', '/api/reports/x/'], ['GET', '/api/patients/known/?patient_id=1']);
  routes.push(['GET', '/api/trials/count/'], ['GET', '/api/accounts/dashboard/']);

  it.each(routes)('%s %s needs a session', async (method, url) => {
    const reply = await server.app.inject({ method: method === 'POST' ? 'POST' : 'GET', url: url ?? '' });
    expect([reply.statusCode, reply.json().code]).toEqual([401, 'not_signed_in']);
  });
});
