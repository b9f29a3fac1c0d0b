import { marksReply } from '@second-read/contract/marks';
import { agreementReply, opinionReply } from '@second-read/contract/opinions';
import { reportReply, reportsReply } from '@second-read/contract/reports';
import { defaultSettings } from '@second-read/contract/settings';
import { worklistReply } from '@second-read/contract/worklist';
import type { Opinion } from '@second-read/core/review/opinion/opinion';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer, testPassword } from '../../../testing/test-server.ts';
import { ensureAccount } from '../../accounts/index.ts';
import { examReport, lungReport, readerOf } from './review.test-support.ts';

type Headers = { authorization: string };
let server: TestServer;
let ada: Headers;
let ben: Headers;
let cleo: Headers;
beforeAll(async () => {
  server = await startTestServer({ environment: { UPLOAD_LIMIT: '1000' } });
  [ada, ben] = [await server.bearer('ada'), await server.bearer('ben')];
  const { organisationId } = await server.signIn('ada');
  const account = { username: 'cleo', email: 'cleo@clinic.example', fullName: 'Cleo', organisationId };
  await ensureAccount({ ...account, password: testPassword }, server.context);
  cleo = await server.bearer('cleo');
  await server.context.pool.query("UPDATE users SET role = 'reader' WHERE username IN ('ada', 'ben')");
  await server.context.pool.query("UPDATE users SET role = 'senior_reader' WHERE username = 'cleo'");
});
afterAll(() => server.close());
beforeEach(() => set({}));

async function set(settings: Partial<typeof defaultSettings>): Promise<void> {
  const { organisationId } = await server.signIn('ada');
  await server.context.pool.query(
    `INSERT INTO organization_settings (organisation_id, settings, updated_at) VALUES ($1, $2, now())
     ON CONFLICT (organisation_id) DO UPDATE SET settings = $2`,
    [organisationId, { ...defaultSettings, ...settings }],
  );
}

const get = (url: string, headers: Headers) => server.app.inject({ url, headers });
const nodule: Opinion = { category: null, findings: [{ type: 'nodule', side: null, place: { x: 3, y: 4 } }] };
const nothing: Opinion = { category: null, findings: [] };
const say = (report: string, headers: Headers, opinion: Opinion = nodule) =>
  server.app.inject({ method: 'POST', url: `/api/reports/${report}/opinion/`, payload: opinion, headers });
const opinions = async (report: string, headers: Headers) =>
  opinionReply.parse((await get(`/api/reports/${report}/opinion/`, headers)).json());

describe('a module that is read first', () => {
  let report: string;
  beforeEach(async () => {
    report = await lungReport(server, ada, 'FIRST');
    await set({ read_first: { lung: 'always' } });
  });

  it('says nothing of its result anywhere until the reader gives an opinion', async () => {
    const one = reportReply.parse((await get(`/api/reports/${report}/`, ben)).json());
    expect(one.read_first).toBe(true);
    const list = reportsReply.parse((await get('/api/lung_segmentation/all-reports/?q=FIRST', ben)).json());
    const listed = list.results.find(({ id }) => id === report);
    for (const shown of [one, listed]) {
      expect(Object.keys(shown ?? {})).toEqual(expect.arrayContaining(['original_image_url', 'read_first']));
      expect(JSON.stringify(shown)).not.toMatch(/87\.4|nodule|segment|overlay|label_map/i);
    }
    const { items } = worklistReply.parse((await get('/api/worklist/', ben)).json());
    const item = items.find(({ report_id }) => report_id === report);
    expect(item).toMatchObject({ read_first: true, urgency: { level: 'open', value: 0 } });
    expect(item?.finding).toBe('Hidden until you give your opinion');
    for (const path of ['reviews/current/', 'versions/', 'versions/1/'])
      expect((await get(`/api/reports/${report}/${path}`, ben)).json().code).toBe('read_first');
    for (const form of ['csv', 'fhir', 'dicom-sr', 'dicom-seg', 'dicom-sc']) {
      const reply = await get(`/api/lung_segmentation/reports/${report}/export/${form}/`, ben);
      expect([form, reply.statusCode, reply.json().code]).toEqual([form, 403, 'read_first']);
    }
    const table = await get('/api/lung_segmentation/all-reports/export/?q=FIRST', ben);
    expect(table.body).not.toContain(report);
    expect((await readerOf(server, ben, report).start()).statusCode).toBe(403);
    const before = await opinions(report, ben);
    expect(before).toMatchObject({ is_hidden: true, mine: null, with_machine: null });
  });

  it('shows the result beside the opinion once it is given, and keeps it as it was given', async () => {
    const after = opinionReply.parse((await say(report, ben)).json());
    expect(after).toMatchObject({ is_hidden: false, mine: nodule, with_machine: { agrees: true } });
    expect(after.with_machine?.lines).toEqual([
      { label: 'Nodule', one: 'Present', other: 'Present', agrees: true },
    ]);
    expect((await get(`/api/reports/${report}/`, ben)).json().read_first).toBeUndefined();
    expect((await say(report, ben)).statusCode).toBe(200);
    expect((await say(report, ben, nothing)).json().code).toBe('review_state');
    expect((await opinions(report, ben)).mine).toEqual(nodule);
    expect((await opinions(report, ada)).is_hidden).toBe(true);
    expect((await readerOf(server, ben, report).start()).statusCode).toBe(200);
  });

  it('counts how often readers and machine agree', async () => {
    await server.context.pool.query('DELETE FROM opinions');
    await say(report, ada);
    await say(report, ben, nothing);
    const { modules } = agreementReply.parse((await get('/api/agreement/', ben)).json());
    const counted = { reader_only: 0, neither: 0, module: 'lung' };
    expect(modules).toMatchObject([
      { ...counted, of: 'organization', n: 2, both: 1, machine_only: 1, observed: 0.5, same: 1 },
      { ...counted, of: 'caller', n: 1, both: 0, machine_only: 1, observed: 0 },
    ]);
  });

  it('refuses an opinion of an unknown type, outside of the picture, and after the result was seen', async () => {
    const wrong = { category: null, findings: [{ type: 'knee', side: null }] } as const;
    const outside = { category: null, findings: [{ type: 'nodule', side: null, place: { x: 101, y: 1 } }] };
    for (const opinion of [wrong, outside]) {
      const reply = await say(report, ben, opinion as unknown as Opinion);
      expect(reply.json().code).toBe('change_refused');
    }
    await set({});
    expect((await say(report, ben)).json().code).toBe('review_state');
  });

  it('hides the findings of an exam, and shows its slices', async () => {
    const exam = await examReport(server, ada, 'EXAM-FIRST');
    const shown = reportReply.parse((await get(`/api/reports/${exam}/`, ben)).json());
    expect(shown.exam?.slices).toHaveLength(3);
    expect(shown.exam).toMatchObject({ findings: [], reading: { conclusion: '', keySlices: [] } });
    expect(JSON.stringify(shown)).not.toMatch(/nodule|12 mm|original_image/i);
  });

  it('shows its result again once it is signed, and to auditors at any time', async () => {
    await say(report, ada);
    const at = readerOf(server, ada, report);
    await at.start();
    expect((await get(`/api/reports/${report}/`, ben)).json().read_first).toBe(true);
    expect((await at.sign()).statusCode).toBe(200);
    expect((await get(`/api/reports/${report}/`, ben)).json()).toMatchObject({ review: { state: 'signed' } });
    expect((await get(`/api/reports/${report}/`, ben)).json().read_first).toBeUndefined();
  });
});

it('leaves it to each reader where the organization does', async () => {
  const report = await lungReport(server, ada);
  const choose = (is_on: boolean) =>
    server.app.inject({
      ...{ method: 'POST', url: '/api/read-first/', payload: { module: 'lung', is_on }, headers: ben },
    });
  expect((await choose(true)).json().code).toBe('review_state');
  await set({ read_first: { lung: 'optional' } });
  const isHidden = async (by: Headers) => (await opinions(report, by)).is_hidden;
  expect(await isHidden(ben)).toBe(false);
  expect((await choose(true)).json().choices).toEqual([{ module: 'lung', is_on: true }]);
  expect([await isHidden(ben), await isHidden(ada)]).toEqual([true, false]);
  await choose(false);
  expect(await isHidden(ben)).toBe(false);
});

describe('a module that is read twice', () => {
  let report: string;
  beforeEach(async () => {
    report = await lungReport(server, ada, 'TWICE');
    await set({ double_reading: { lung: true } });
  });
  const sign = async (by: Headers) => {
    const at = readerOf(server, by, report);
    await at.start();
    const reply = await at.sign();
    return [reply.statusCode, reply.json().code];
  };

  it('is signed once two readers agree, the second without sight of the first', async () => {
    await say(report, ada);
    expect(await sign(ada)).toEqual([409, 'review_state']);
    await readerOf(server, ada, report).release();
    expect(await opinions(report, ben)).toMatchObject({
      ...{ is_hidden: true, double_reading: { state: 'waiting', given: 1, readers: [], compared: null } },
    });
    const after = opinionReply.parse((await say(report, ben)).json());
    expect(after.double_reading).toMatchObject({ state: 'agree', given: 2, compared: { agrees: true } });
    expect(await sign(ben)).toEqual([200, undefined]);
  });

  it('is decided by a third, a senior reader, where the two differ', async () => {
    await say(report, ada);
    await say(report, ben, nothing);
    const third = await opinions(report, cleo);
    expect(third).toMatchObject({ is_hidden: false, mine: null, double_reading: { state: 'differ' } });
    expect(third.double_reading?.readers.map(({ username }) => username)).toEqual(['ada', 'ben']);
    expect(third.double_reading?.compared?.lines).toEqual([
      { label: 'Nodule', one: 'Present', other: 'None', agrees: false },
    ]);
    expect(await sign(ada)).toEqual([403, 'forbidden']);
    await readerOf(server, ada, report).release();
    expect(await sign(cleo)).toEqual([200, undefined]);
    const { rows } = await server.context.pool.query(
      "SELECT details FROM audit_events WHERE action = 'report.signed' AND subject_id = $1",
      [report],
    );
    expect(rows[0]?.details).toMatchObject({ second_reading: 'differ' });
  });
});

it('hides the marks below the operating point as well, and notes what was looked at', async () => {
  const report = await lungReport(server, ada);
  const marks = `/api/reports/${report}/marks/`;
  const candidates = [0.2, 0.9].map((score, at) => ({
    ...{ type: 'nodule', score, x: 40 * at, y: 10, width: 10, height: 10 },
  }));
  await server.context.pool.query('UPDATE reports SET candidates = $2 WHERE id = $1', [
    report,
    JSON.stringify(candidates),
  ]);
  const shown = marksReply.parse((await get(marks, ben)).json());
  expect(shown.marks.map(({ score }) => score)).toEqual([0.9, 0.2]);
  const note = (payload: object) =>
    server.app.inject({ method: 'POST', url: `${marks}shown/`, payload, headers: ben });
  expect((await note({ shown: 2 })).statusCode).toBe(204);
  expect((await note({ shown: -1 })).statusCode).toBe(400);
  const { rows } = await server.context.pool.query(
    "SELECT details FROM audit_events WHERE action = 'report.marks_shown' AND subject_id = $1",
    [report],
  );
  expect(rows).toEqual([{ details: { shown: 2, own: shown.own } }]);
  await set({ read_first: { lung: 'always' } });
  expect((await get(marks, ben)).json().code).toBe('read_first');
  expect((await note({ shown: 2 })).statusCode).toBe(403);
});

describe('the worklist of a reader who reads first', () => {
  const made: Record<string, string> = {};
  beforeEach(async () => {
    await server.context.pool.query('UPDATE worklist SET is_open = FALSE');
    // The last one is the most urgent: by its own order it would stand first.
    for (const [name, text] of [
      ['W-1', 'found 40'],
      ['W-2', 'picture'],
      ['W-3', 'found 99'],
    ] as const) {
      made[name] = await lungReport(server, ada, name, text);
      server.advance(1_000);
    }
    await set({ read_first: { lung: 'always' } });
  });

  const page = async (by: Headers, query = '') =>
    worklistReply.parse((await get(`/api/worklist/${query}`, by)).json());
  const patients = async (by: Headers, query = '') =>
    (await page(by, query)).items.map(({ patient_id }) => patient_id);

  it('has what is hidden by age, and puts a report at its place once it is read', async () => {
    expect(await patients(ben)).toEqual(['W-1', 'W-2', 'W-3']);
    await say(made['W-3'] ?? '', ben);
    expect(await patients(ben)).toEqual(['W-3', 'W-1', 'W-2']);
    await say(made['W-2'] ?? '', ben, nothing);
    expect(await patients(ben)).toEqual(['W-3', 'W-1', 'W-2']);
    expect(await patients(ada)).toEqual(['W-1', 'W-2', 'W-3']);
    await set({});
    expect(await patients(ada)).toEqual(['W-3', 'W-1', 'W-2']);
  });

  it('goes on page after page, and no page tells an urgency', async () => {
    await say(made['W-1'] ?? '', ben);
    const seen: string[] = [];
    let next: string | null = null;
    do {
      const at = await page(ben, `?limit=1${next === null ? '' : `&after=${next}`}`);
      seen.push(...at.items.map(({ patient_id }) => patient_id));
      next = at.next;
      if (at.items[0]?.read_first)
        expect(Buffer.from(next ?? '', 'base64url').toString()).toMatch(/^(\[1,0,.*)?$/);
    } while (next !== null);
    expect(seen).toEqual(['W-1', 'W-2', 'W-3']);
  });

  it('shows a report that two others read to a third reader at its place', async () => {
    await set({ double_reading: { lung: true } });
    await say(made['W-3'] ?? '', ada);
    expect(await patients(cleo)).toEqual(['W-1', 'W-2', 'W-3']);
    await say(made['W-3'] ?? '', ben);
    expect(await patients(cleo)).toEqual(['W-3', 'W-1', 'W-2']);
  });

  it('counts what is overdue by one target time for all that is hidden', async () => {
    // An urgent report is due within the hour.
    await server.context.pool.query('UPDATE worklist SET level = 3');
    server.advance(2 * 3_600_000);
    const later = await server.bearer('ben');
    expect(await patients(later, '?overdue=true')).toEqual([]);
    expect((await page(later)).items.map(({ is_overdue }) => is_overdue)).toEqual([false, false, false]);
    server.advance(23 * 3_600_000);
    expect(await patients(await server.bearer('ben'), '?overdue=true')).toEqual(['W-1', 'W-2', 'W-3']);
  });
});
