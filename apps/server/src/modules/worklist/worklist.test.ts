import { worklistReply } from '@second-read/contract/worklist';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { analysisUpload } from '../../testing/multipart.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { fillWorklist } from '../reviews/index.ts';

let server: TestServer;
let ada: { authorization: string };
let ben: { authorization: string };
const made: Record<string, string> = {};
const hour = 3_600_000;

beforeAll(async () => {
  server = await startTestServer();
  [ada, ben] = [await server.bearer('ada'), await server.bearer('ben')];
  for (const [name, picture] of [
    ['nothing', 'picture'],
    ['likely', 'found 60'],
    ['sure', 'found 90'],
    ['likely too', 'found 60'],
  ] as const) {
    const { payload, headers } = analysisUpload(picture, name);
    const url = '/api/lung_segmentation/process/';
    const reply = await server.app.inject({ method: 'POST', url, payload, headers: { ...headers, ...ada } });
    made[name] = reply.json().id;
  }
});
afterAll(() => server.close());

async function list(query: Record<string, string> = {}, by = ben) {
  const reply = await server.app.inject({ url: '/api/worklist/', query, headers: by });
  expect([reply.statusCode, reply.statusCode === 200 ? '' : reply.body]).toEqual([200, '']);
  return worklistReply.parse(reply.json());
}

const patientsOf = (page: { items: { patient_id: string }[] }) => page.items.map((each) => each.patient_id);
const post = (report: string | undefined, what: string, payload: object, by = ada, tag = '1.1') =>
  server.app.inject({
    method: 'POST',
    url: `/api/reports/${report}/${what}/`,
    payload,
    headers: { ...by, 'if-match': tag },
  });

describe('the worklist', () => {
  it('has what waits for a reader: the most urgent first, of equal ones the oldest', async () => {
    const page = await list();
    expect(patientsOf(page)).toEqual(['sure', 'likely', 'likely too', 'nothing']);
    expect(page.items[0]).toMatchObject({
      ...{ module: 'lung', state: 'preliminary', finding: 'Nodule 90.0 %', source: 'file', reader: null },
      urgency: { level: 'finding', value: 90 },
    });
  });

  it('goes on page after page', async () => {
    const first = await list({ limit: '2' });
    const second = await list({ limit: '2', after: first.next ?? '' });
    expect([...patientsOf(first), ...patientsOf(second)]).toEqual([
      'sure',
      'likely',
      'likely too',
      'nothing',
    ]);
    const bad = await server.app.inject({ url: '/api/worklist/?after=x', headers: ben });
    expect(bad.statusCode).toBe(404);
  });

  it('tells who reads what, and filters by module, state, reader and lateness', async () => {
    await post(made.likely, 'reviews', {});
    expect(patientsOf(await list({ state: 'in_review' }))).toEqual(['likely']);
    expect(patientsOf(await list({ state: 'preliminary' }))).toEqual(['sure', 'likely too', 'nothing']);
    expect(patientsOf(await list({ mine: 'true' }, ada))).toEqual(['likely']);
    expect(patientsOf(await list({ mine: 'true' }, ben))).toEqual([]);
    expect(patientsOf(await list({ module: 'breast' }))).toEqual([]);
    expect(patientsOf(await list({ overdue: 'true' }))).toEqual([]);
    expect((await list()).items[1]).toMatchObject({ reader: { username: 'ada' }, mine: false });
  });

  it('is of the organisation alone', async () => {
    expect(patientsOf(await list({}, await server.bearer('eve')))).toEqual([]);
  });

  it('leaves out what is signed, and has an amendment again', async () => {
    expect((await post(made.likely, 'sign', { accept_remaining: true })).statusCode).toBe(200);
    expect(patientsOf(await list())).toEqual(['sure', 'likely too', 'nothing']);
    await post(made.likely, 'amendments', { reason: 'Looked again.' });
    expect((await list()).items[1]).toMatchObject({ patient_id: 'likely', version: 2, state: 'in_review' });
  });

  it('gets reports that were stored before there was one', async () => {
    const { pool } = server.context;
    await pool.query('DELETE FROM worklist WHERE report_id = $1', [made.sure]);
    expect(patientsOf(await list())).not.toContain('sure');
    expect(await fillWorklist(server.context)).toBe(1);
    expect(await fillWorklist(server.context)).toBe(0);
    expect(patientsOf(await list())[0]).toBe('sure');
  });

  it('says what waits longer than its target', async () => {
    server.advance(25 * hour);
    const late = await list({ overdue: 'true' }, await server.bearer('ben'));
    expect(patientsOf(late)).toEqual(['sure', 'likely', 'likely too']);
    expect(
      late.items.every(({ is_overdue, waiting_seconds }) => is_overdue && waiting_seconds > 86_400),
    ).toBe(true);
  });

  it('counts as overdue what its organization set, at once and for what is there already', async () => {
    const { pool } = server.context;
    const late = await server.bearer('ben');
    const ben = await pool.query(`SELECT organisation_id AS id FROM users WHERE username = 'ben'`);
    const set = (target_minutes: object) =>
      pool.query(
        `INSERT INTO organization_settings (organisation_id, settings, updated_at) VALUES ($1, $2, now())
         ON CONFLICT (organisation_id) DO UPDATE SET settings = $2`,
        [ben.rows[0].id, { target_minutes }],
      );
    await set({ urgent: 60, finding: 60 * 48, open: 60, none: 60 * 48 });
    expect(patientsOf(await list({ overdue: 'true' }, late))).toEqual([]);
    await set({ urgent: 1, finding: 2, open: 2, none: 60 });
    const overdue = await list({ overdue: 'true' }, late);
    expect(patientsOf(overdue)).toEqual(['sure', 'likely', 'likely too', 'nothing']);
    const [nothing] = overdue.items.filter(({ patient_id }) => patient_id === 'nothing');
    expect(nothing?.due_at).toBe(new Date(Date.parse(nothing?.created_at ?? '') + 3_600_000).toISOString());
    expect(patientsOf(await list({ overdue: 'false' }, late))).toEqual([]);
    await set({ urgent: 60, finding: 60 * 48, open: 60 * 48, none: 60 * 72 });
    expect(patientsOf(await list({ overdue: 'false' }, late))).toHaveLength(4);
  });
});
