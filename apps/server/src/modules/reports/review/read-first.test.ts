import { marksReply } from '@second-read/contract/marks';
import { agreementReply, opinionReply } from '@second-read/contract/opinions';
import { reportReply, reportsReply } from '@second-read/contract/reports';
import type { defaultSettings } from '@second-read/contract/settings';
import { worklistReply } from '@second-read/contract/worklist';
import type { Opinion } from '@second-read/core/review/opinion/opinion';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { TestServer } from '../../../testing/test-server.ts';
import { setOrganization, startReadFirst } from './read-first.test-support.ts';
import { examReport, lungReport, readerOf } from './review.test-support.ts';

type Headers = { authorization: string };
let server: TestServer;
let ada: Headers;
let ben: Headers;
let cleo: Headers;
beforeAll(async () => {
  ({ server, ada, ben, cleo } = await startReadFirst());
});
afterAll(() => server.close());
beforeEach(() => set({}));

const set = (settings: Partial<typeof defaultSettings>) => setOrganization(server, settings);
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
    expect(shown.exam).toMatchObject({ findings: [], reading: { facts: {}, keySlices: [] } });
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
  // What was there before was seen: it is not hidden, and an opinion about it is not taken as blind.
  expect([await isHidden(ben), await isHidden(ada)]).toEqual([false, false]);
  expect((await say(report, ben)).json().code).toBe('review_state');
  const next = await lungReport(server, ada, 'OPTIONAL-NEXT');
  const hidden = async (by: Headers) => (await opinions(next, by)).is_hidden;
  expect([await hidden(ben), await hidden(ada)]).toEqual([true, false]);
  const { items } = worklistReply.parse((await get('/api/worklist/', ben)).json());
  const firstOf = (id: string) => items.find(({ report_id }) => report_id === id)?.read_first ?? false;
  expect([firstOf(report), firstOf(next)]).toEqual([false, true]);
  await choose(false);
  expect(await hidden(ben)).toBe(false);
  await choose(true);
  expect(await hidden(ben)).toBe(false);
  expect((await say(next, ben)).json().code).toBe('review_state');
});

it('hides nothing that was there before the organization decided so, and takes no opinion of it', async () => {
  const { pool } = server.context;
  await pool.query("UPDATE users SET role = 'administrator' WHERE username = 'cleo'");
  const headers = await server.bearer('cleo');
  const url = '/api/organization/settings/';
  const decide = async (mode: 'always' | 'off' | 'optional') => {
    const { etag } = (await get(url, headers)).json();
    const payload = { settings: { read_first: { lung: mode } } };
    const change = { method: 'PATCH', url, payload, headers: { ...headers, 'if-match': etag } } as const;
    expect((await server.app.inject(change)).statusCode).toBe(200);
  };
  const isHidden = async (report: string) => (await opinions(report, ben)).is_hidden;
  const seen = await lungReport(server, ada, 'DECIDED-BEFORE');
  await decide('always');
  const next = await lungReport(server, ada, 'DECIDED-AFTER');
  expect([await isHidden(seen), await isHidden(next)]).toEqual([false, true]);
  expect((await say(seen, ben)).json().code).toBe('review_state');
  const { items } = worklistReply.parse((await get('/api/worklist/', ben)).json());
  const firstOf = (id: string) => items.find(({ report_id }) => report_id === id)?.read_first ?? false;
  expect([firstOf(seen), firstOf(next)]).toEqual([false, true]);
  // Off and on again: what was shown meanwhile was seen too.
  await decide('off');
  await decide('always');
  expect([await isHidden(seen), await isHidden(next)]).toEqual([false, false]);
  // A reader who chose to read first goes on where all have to, and sees nothing more by it.
  await pool.query('DELETE FROM read_first_choices');
  await decide('off');
  await decide('optional');
  const shown = await lungReport(server, ada, 'CHOSEN-BEFORE');
  const choice = { module: 'lung', is_on: true };
  await server.app.inject({ method: 'POST', url: '/api/read-first/', payload: choice, headers: ben });
  const chosen = await lungReport(server, ada, 'CHOSEN-AFTER');
  await decide('always');
  expect([await isHidden(shown), await isHidden(chosen)]).toEqual([false, true]);
  expect((await opinions(chosen, ada)).is_hidden).toBe(false);
  // What was shown to all in between was seen, whatever was chosen before.
  await decide('off');
  expect(await isHidden(chosen)).toBe(false);
  await decide('always');
  expect(await isHidden(chosen)).toBe(false);
  await decide('optional');
  expect(await isHidden(chosen)).toBe(false);
  await pool.query('DELETE FROM read_first_choices');
  await pool.query("UPDATE users SET role = 'senior_reader' WHERE username = 'cleo'");
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

  it('is not withdrawn by one reader alone', async () => {
    await say(report, ada);
    await readerOf(server, ada, report).start();
    const withdraw = () => readerOf(server, ada, report).withdraw('of another patient');
    const refused = await withdraw();
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'review_state']);
    await say(report, ben);
    expect((await withdraw()).statusCode).toBe(200);
  });

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
