import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ctSlice, dicomReport, dicomWebOf, first } from './modules/dicomweb/dicomweb.test-support.ts';
import { setOrganization, startReadFirst } from './modules/reports/review/read-first.test-support.ts';
import { lungReport } from './modules/reports/review/review.test-support.ts';
import type { TestServer } from './testing/test-server.ts';

type Headers = { authorization: string };
let server: TestServer;
let ada: Headers;
let ben: Headers;
let eve: Headers;
beforeAll(async () => {
  ({ server, ada, ben } = await startReadFirst());
  eve = await server.bearer('eve');
  await dicomReport(server, ada, ctSlice(1));
});
afterAll(() => server.close());

const slice = '/studies/1.2.3/series/1.2.3.4/instances/1.2.3.4.1';
const everywhere = [
  '/studies/1.2.3',
  '/studies/1.2.3/metadata',
  '/studies/1.2.3/series',
  '/studies/1.2.3/instances',
  '/studies/1.2.3/series/1.2.3.4',
  '/studies/1.2.3/series/1.2.3.4/metadata',
  '/studies/1.2.3/series/1.2.3.4/instances',
  slice,
  `${slice}/metadata`,
  `${slice}/frames/1`,
  `${slice}/rendered`,
  `${slice}/frames/1/rendered`,
];
const statusesFor = async (headers: Headers) => {
  const { get } = dicomWebOf(server, headers);
  const replies = await Promise.all(everywhere.map((path) => get(path)));
  return [...new Set(replies.map(({ statusCode }) => statusCode))];
};

describe('a study', () => {
  it('is found by its organization, and by no other: also once it is in memory', async () => {
    expect(await statusesFor(ada)).toEqual([200]);
    expect(await statusesFor(ben)).toEqual([200]);
    expect(await statusesFor(eve)).toEqual([404]);
    expect(await dicomWebOf(server, eve).json('/studies')).toEqual([]);
  });

  it('is found by the account that uploaded it, where the role sees no other reports', async () => {
    await server.context.pool.query("UPDATE users SET role = 'technician' WHERE username = 'ben'");
    expect(await statusesFor(ben)).toEqual([404]);
    expect(await dicomWebOf(server, ben).json('/studies')).toEqual([]);
    await server.context.pool.query("UPDATE users SET role = 'reader' WHERE username = 'ben'");
    expect(await statusesFor(ben)).toEqual([200]);
  });

  it('is closed without a sign-in', async () => {
    expect((await server.app.inject({ url: '/api/dicom-web/studies' })).statusCode).toBe(401);
  });

  it('leaves a line on the trail for each look at it, and for a list of studies', async () => {
    const trail = async () => {
      const { rows } = await server.context.db.execute(
        sql`SELECT action, details FROM audit_events WHERE details->>'part' = 'dicomweb' OR details->>'scope' = 'dicomweb'`,
      );
      return rows.map(({ action }) => String(action)).toSorted();
    };
    const before = await trail();
    const { get } = dicomWebOf(server, ada);
    for (const path of ['/studies', '/studies/1.2.3/metadata', `${slice}/frames/1`]) await get(path);
    expect((await trail()).length - before.length).toBe(3);
    expect(new Set(await trail())).toEqual(new Set(['report.read', 'reports.listed']));
  });

  it('is gone with its report', async () => {
    const id = await dicomReport(server, ada, ctSlice(1, {}, '1.2.99'));
    const { get, json } = dicomWebOf(server, ada);
    expect((await get('/studies/1.2.99/metadata')).statusCode).toBe(200);
    for (const table of ['worklist', 'alarms'])
      await server.context.pool.query(`DELETE FROM ${table} WHERE report_id = $1`, [id]);
    await server.context.pool.query('DELETE FROM reports WHERE id = $1', [id]);
    expect((await get('/studies/1.2.99/metadata')).statusCode).toBe(404);
    expect(await json('/studies?StudyInstanceUID=1.2.99')).toEqual([]);
  });
});

describe('a result that is read first', () => {
  let study: string;
  beforeEach(async () => {
    await setOrganization(server, {});
    await lungReport(server, ada, 'FIRST');
    const [found] = await dicomWebOf(server, ada).json('/studies?PatientID=FIRST');
    study = String(first(found, '0020000D'));
  });

  it('shows its image and nothing of the result until the reader gives an opinion', async () => {
    const { get, json, parts } = dicomWebOf(server, ben);
    const whole = await json(`/studies/${study}/metadata`);
    const report = whole.find((each) => first(each, '00080060') === 'SR');
    const at = `/studies/${study}/series/${first(report, '0020000E')}/instances/${first(report, '00080018')}`;
    expect((await get(at)).statusCode).toBe(200);
    await setOrganization(server, { read_first: { lung: 'always' } });
    const shown = await json(`/studies/${study}/metadata`);
    expect(shown.map((each) => first(each, '00080060'))).toEqual(['OT']);
    expect((await json(`/studies/${study}/series`)).length).toBe(1);
    const files = await parts(`/studies/${study}`);
    const leaked = JSON.stringify([shown, files.map(({ body }) => body.toString('latin1'))]);
    expect(leaked).not.toMatch(/87\.4|nodule/i);
    const [listed] = await json('/studies?PatientID=FIRST');
    expect(listed?.['00080061']?.Value).toEqual(['OT']);
    for (const path of [at, `${at}/metadata`, `${at}/frames/1`, `${at}/rendered`])
      expect([path, (await get(path)).statusCode]).toEqual([path, 404]);
  });
});
