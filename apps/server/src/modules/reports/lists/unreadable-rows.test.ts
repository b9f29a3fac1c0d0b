import { reportsReply } from '@second-read/contract/reports';
import { worklistReply } from '@second-read/contract/worklist';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seed } from '../../../admin/seeded-server.test-support.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';

let server: TestServer;
let by: { authorization: string };
let seeded: Awaited<ReturnType<typeof seed>>;
const logged: string[] = [];
beforeAll(async () => {
  server = await startTestServer({
    environment: { UPLOAD_LIMIT: '100' },
    logTo: (line) => logged.push(line),
  });
  seeded = await seed(server);
  by = await server.bearer('ada');
}, 120_000);
afterAll(() => server.close());

const get = async (url: string) => {
  const reply = await server.app.inject({ url, headers: by });
  expect([url, reply.statusCode]).toEqual([url, 200]);
  return reply;
};
const query = (text: string, values: unknown[] = []) => server.context.pool.query(text, values);

async function setOfOrganization(settings: object): Promise<void> {
  await query(
    `INSERT INTO organization_settings (organisation_id, settings, updated_at)
     SELECT organisation_id, $1, now() FROM users WHERE username = 'ada'
     ON CONFLICT (organisation_id) DO UPDATE SET settings = excluded.settings`,
    [settings],
  );
}

describe('an open exam whose result is hidden', () => {
  it.each([
    ['first', { read_first: { 'brain-ct': 'always' } }],
    ['twice', { double_reading: { 'brain-ct': true } }],
  ])(
    'is in every list while its module is read %s, without the picture that would tell it',
    async (_, settings) => {
      await setOfOrganization(settings);
      const { items } = worklistReply.parse((await get('/api/worklist/')).json());
      const item = items.find(({ report_id }) => report_id === seeded.exam);
      expect(item).toMatchObject({ read_first: true, finding: 'Hidden until you give your opinion' });
      expect(item?.picture_url).toBeUndefined();
      expect(items.length).toBeGreaterThan(3);
      const list = reportsReply.parse((await get('/api/brain_ct/all-reports/')).json());
      expect(list.results.find(({ id }) => id === seeded.exam)).toMatchObject({ read_first: true });
      await get(`/api/reports/${seeded.exam}/`);
      await get(`/api/reports/${seeded.exam}/slices/`);
      await setOfOrganization({});
    },
  );
});

describe('a row that cannot be opened', () => {
  const lists = {
    breast: '/api/breast_segmentation/all-reports/',
    lung: '/api/lung_segmentation/my-reports/',
  };

  it('is shown as such in the history, and its neighbors as ever', async () => {
    const { rows } = await query('SELECT patient_id AS sealed FROM reports WHERE id = $1', [seeded.report]);
    await query(`UPDATE reports SET patient_id = 'AAAA' || substr(patient_id, 5) WHERE id = $1`, [
      seeded.report,
    ]);
    const list = reportsReply.parse((await get(lists.breast)).json());
    expect(list.results.find(({ id }) => id === seeded.report)).toMatchObject({
      patient_id: 'Cannot be shown',
      unreadable: true,
    });
    await get(`${lists.breast}?q=PAT`);
    expect((await get('/api/breast_segmentation/all-reports/export/')).body).toContain(
      'This report cannot be shown',
    );
    const { items } = worklistReply.parse((await get('/api/worklist/')).json());
    expect(items.find(({ report_id }) => report_id === seeded.report)).toMatchObject({
      patient_id: 'Cannot be shown',
      finding: 'This report cannot be shown',
    });
    expect(items.filter(({ finding }) => finding !== 'This report cannot be shown').length).toBeGreaterThan(
      2,
    );
    const line = logged.find((each) => each.includes('a row of a list cannot be shown'));
    expect(line).toContain(seeded.report);
    await query('UPDATE reports SET patient_id = $2 WHERE id = $1', [seeded.report, rows[0].sealed]);
  });

  it('is shown as such where its signed version was damaged, or its columns are of no known form', async () => {
    await query(
      `UPDATE reviews SET content = 'AAAA' || substr(content, 5), summary = 'AAAA' || substr(summary, 5)
       WHERE report_id = $1 AND content IS NOT NULL`,
      [seeded.signed],
    );
    const list = reportsReply.parse((await get(lists.lung)).json());
    expect(list.results.map(({ unreadable }) => unreadable)).toEqual([true]);
    await query(`UPDATE reports SET study = '{"width": "wide"}' WHERE id = $1`, [seeded.report]);
    const breast = reportsReply.parse((await get(lists.breast)).json());
    expect(breast.results.map(({ unreadable }) => unreadable)).toEqual([true]);
    await get('/api/worklist/');
    await get('/api/lung_segmentation/my-reports/export/');
    await get('/api/breast_segmentation/my-reports/export/');
  });

  it('is shown as such where the reading of an exam is not of the stored form', async () => {
    const { rows } = await query('SELECT reading FROM reports WHERE id = $1', [seeded.exam]);
    await query(`UPDATE reports SET reading = reading - 'findings' WHERE id = $1`, [seeded.exam]);
    const list = reportsReply.parse((await get('/api/brain_ct/all-reports/')).json());
    expect(list.results.find(({ id }) => id === seeded.exam)).toMatchObject({ unreadable: true });
    const { items } = worklistReply.parse((await get('/api/worklist/')).json());
    expect(items.find(({ report_id }) => report_id === seeded.exam)).toMatchObject({
      finding: 'This report cannot be shown',
    });
    expect(logged.some((line) => line.includes(seeded.exam) && line.includes('cannot be shown'))).toBe(true);
    const one = await server.app.inject({ url: `/api/reports/${seeded.exam}/`, headers: by });
    expect(one.statusCode).toBe(500);
    await query('UPDATE reports SET reading = $2 WHERE id = $1', [seeded.exam, rows[0].reading]);
  });

  it('spoils no list of phrases, series, notifications or pushes', async () => {
    await query(`UPDATE phrases SET content = 'AAAA'`);
    await query(`UPDATE batches SET patient_id = 'AAAA'`);
    await query(`UPDATE pacs_pushes SET form = 'dicom-hologram'`);
    await query(
      `INSERT INTO alarms (report_id, organisation_id, module, reason, created_at)
       SELECT id, organisation_id, module, 'urgent', now() FROM reports ON CONFLICT DO NOTHING`,
    );
    await query(
      `INSERT INTO notifications (report_id, user_id, created_at)
       SELECT r.id, u.id, now() FROM alarms a JOIN reports r ON r.id = a.report_id, users u WHERE u.username = 'ada'
       ON CONFLICT DO NOTHING`,
    );
    const phrases = (await get('/api/phrases/?module=lung')).json().phrases;
    expect(phrases).toEqual([expect.objectContaining({ name: 'Cannot be shown', text: '' })]);
    const batches = (await get('/api/batches/')).json();
    expect(batches.map((each: { patient_id: string }) => each.patient_id)).toContain('Cannot be shown');
    const told = (await get('/api/notifications/')).json().items;
    expect(told.length).toBeGreaterThan(3);
    expect(JSON.stringify(told)).toContain('This report cannot be shown');
  });
});
