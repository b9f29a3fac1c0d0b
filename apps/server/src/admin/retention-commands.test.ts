import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AppContext } from '../context.ts';
import { takeRetentions } from '../modules/settings/index.ts';
import { analysisUpload } from '../testing/multipart.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { applyRetention } from './keep-retention.ts';
import { earlierClock, retentionClock } from './retention-clock.ts';
import { runAdmin } from './run-admin.ts';

let server: TestServer;
let bearer: { authorization: string };
beforeAll(async () => {
  server = await startTestServer({ environment: { UPLOAD_LIMIT: '100' } });
  bearer = await server.bearer('ada');
});
afterAll(() => server.close());

async function admin(...args: string[]) {
  const { database, dataDir } = server.context.config;
  const said: string[] = [];
  const status = await runAdmin(args, {
    say: (line) => said.push(line),
    complain: (line) => said.push(line),
    environment: { DATA_DIR: dataDir, DATABASE_URL: database.kind === 'url' ? database.url : '' },
  });
  return { status, said };
}

interface Stored {
  readonly id: string;
  readonly original_image_url: string;
}

async function analyse(patient: string): Promise<Stored> {
  const { payload, headers } = analysisUpload('picture', patient);
  const url = '/api/breast_segmentation/process/';
  const all = { ...headers, ...bearer };
  return (await server.app.inject({ method: 'POST', url, payload, headers: all })).json();
}

async function age(report: Stored, days: number): Promise<void> {
  const uuid = report.id.replace(/^[a-z-]*?(?=[0-9a-f]{8}-)/, '');
  const set = 'UPDATE analyses SET created_at = created_at - make_interval(days => $2) WHERE id = $1';
  expect((await server.context.pool.query(set, [uuid, days])).rowCount).toBe(1);
}

const status = async (url: string) => (await server.app.inject({ url, headers: bearer })).statusCode;

async function keysOf(report: Stored): Promise<string[]> {
  const { rows } = await server.context.pool.query(
    'SELECT r.images, a.source_key FROM reports r JOIN analyses a ON a.id = r.analysis_id WHERE r.id = $1',
    [report.id],
  );
  return [rows[0].source_key, ...Object.values<string>(rows[0].images)];
}

describe('retention', () => {
  it('erases report, analysis and pictures of old analyses, leaves the others, and is on the trail', async () => {
    const [old, recent] = [await analyse('PAT-OLD'), await analyse('PAT-NEW')];
    await age(old, 400);
    await age(recent, 300);
    const [oldKeys, recentKeys] = [await keysOf(old), await keysOf(recent)];
    expect((await admin('retention', 'show', '--days', '365')).said).toEqual([
      '1 analyses with 1 reports, and 0 ended sessions',
    ]);
    expect(await admin('retention', 'apply', '--days', '365')).toEqual({
      status: 0,
      said: ['1 analyses with 1 reports erased', '0 ended sessions erased'],
    });
    expect(await status(`/api/reports/${old.id}/`)).toBe(404);
    expect(await status(`/api/reports/${recent.id}/`)).toBe(200);
    for (const key of oldKeys) expect(await server.context.blobs.open(key)).toBeUndefined();
    for (const key of recentKeys) {
      const found = await server.context.blobs.open(key);
      found?.stream.destroy();
      expect(found?.info.bytes).toBeGreaterThan(0);
    }
    const { rows } = await server.context.pool.query(
      `SELECT subject_id FROM audit_events WHERE action = 'report.erased'`,
    );
    expect(rows).toEqual([{ subject_id: old.id }]);
    // So that each organisation has a trail.
    await server.signIn('eve');
    expect((await admin('audit', 'verify')).status).toBe(0);
    expect((await admin('retention', 'apply', '--days', '365')).said[0]).toBe(
      '0 analyses with 0 reports erased',
    );
  });

  it('erases with a report what of it was to be sent to the PACS', async () => {
    const report = await analyse('PAT-SENT');
    await age(report, 500);
    await server.context.pool.query(
      `INSERT INTO pacs_pushes (id, organisation_id, report_id, user_id, is_automatic, form, state, created_at, updated_at)
       SELECT gen_random_uuid(), organisation_id, id, user_id, false, 'dicom-pdf', 'queued', now(), now()
       FROM reports WHERE id = $1`,
      [report.id],
    );
    expect((await admin('retention', 'apply', '--days', '450')).said[0]).toMatch(
      /^1 analyses with 1 reports/,
    );
    const { rows } = await server.context.pool.query('SELECT id FROM pacs_pushes');
    expect(rows).toEqual([]);
  });

  it('leaves what is under way, however old', async () => {
    const stuck = await analyse('PAT-STUCK');
    await age(stuck, 800);
    await server.context.pool.query(
      `UPDATE analyses SET state = 'running' WHERE created_at < now() - interval '700 days'`,
    );
    expect((await admin('retention', 'apply', '--days', '365')).said[0]).toMatch(/^0 analyses/);
  });

  it('erases sessions that ended, never one in use', async () => {
    await server.signIn('ben');
    await server.context.pool.query(`UPDATE sessions SET last_used_at = last_used_at - interval '400 days',
      revoked_at = now() - interval '400 days' WHERE user_id = (SELECT id FROM users WHERE username = 'ben')`);
    expect((await admin('retention', 'apply', '--days', '365')).said[1]).toBe('1 ended sessions erased');
    expect(await status('/api/trials/count/')).toBe(200);
  });

  it('of an organization is kept once a day, for its own reports alone, and is on the trail', async () => {
    const { context } = server;
    await admin('retention', 'apply', '--days', '50');
    const [old, recent] = [await analyse('PAT-OF-OLD'), await analyse('PAT-OF-NEW')];
    await age(old, 100);
    expect(await applyRetention(context)).toBe(0);
    const set = `INSERT INTO organization_settings (organisation_id, settings, updated_at)
      SELECT organisation_id, $2, now() FROM users WHERE username = $1
      ON CONFLICT (organisation_id) DO UPDATE SET settings = excluded.settings`;
    await context.pool.query(set, ['eve', { retention_days: 30 }]);
    expect(await applyRetention(context)).toBe(0);
    await context.pool.query(set, ['ada', { retention_days: 90 }]);
    expect(await applyRetention(context)).toBe(1);
    expect([await status(`/api/reports/${old.id}/`), await status(`/api/reports/${recent.id}/`)]).toEqual([
      404, 200,
    ]);
    const { rows } = await context.pool.query(
      `SELECT user_agent FROM audit_events WHERE action = 'report.erased' AND subject_id = $1`,
      [old.id],
    );
    expect(rows).toEqual([{ user_agent: 'retention of the organization' }]);
    await age(recent, 100);
    expect(await applyRetention(context)).toBe(0);
    await context.pool.query(`UPDATE organization_settings SET retention_run_at = now() - interval '1 day'`);
    expect(await applyRetention(context)).toBe(1);
  });

  it('erases nothing that is young by the clock of the database, however far ahead the server is', async () => {
    const { context } = server;
    const young = await analyse('PAT-YOUNG');
    await context.pool.query(
      `UPDATE organization_settings SET retention_run_at = NULL, retention_reached = NULL`,
    );
    const ahead = { ...context, now: () => new Date(Date.now() + 200 * 86_400_000) };
    expect(await applyRetention(ahead)).toBe(0);
    expect(await earlierClock(ahead)).toEqual(nearNow());
    expect(await status(`/api/reports/${young.id}/`)).toBe(200);
  });

  it('moves by two days per run where every clock is ahead, and is due again when they are set back', async () => {
    const { context } = server;
    const young = await analyse('PAT-TODAY');
    const organisation = await organisationOf(young);
    const clock = (reached: Date | null) =>
      retentionClock(
        { organisationId: organisation, reached },
        {
          ...{ db: yearsAhead(context.db), now: future, own: () => future().getTime() },
        },
      );
    const newest = await newestOf(organisation);
    expect((await clock(null)).getTime()).toBe(newest.getTime() + 86_400_000);
    expect((await clock(newest)).getTime()).toBe(newest.getTime() + 2 * 86_400_000);
    await context.pool.query(
      `UPDATE organization_settings SET retention_run_at = now() + interval '60 days'`,
    );
    expect((await takeRetentions(context.db, new Date(), 86_400_000)).length).toBeGreaterThan(0);
  });

  it('erases more than a quarter of everything only when its number confirms it', async () => {
    const { context } = server;
    const reports: Stored[] = [];
    for (let number = 0; number < 12; number += 1) reports.push(await analyse(`PAT-MANY-${number}`));
    for (const report of reports) await age(report, 600);
    await context.pool.query(`UPDATE organization_settings SET retention_run_at = NULL`);
    expect(await applyRetention(context)).toBe(0);
    const { rows } = await context.pool.query(
      `SELECT outcome, details FROM audit_events WHERE action = 'retention.held'`,
    );
    expect(rows).toMatchObject([{ outcome: 'failure', details: { days: 90, expired: 12 } }]);
    const refused = await admin('retention', 'apply', '--days', '500');
    expect(refused).toMatchObject({
      status: 1,
      said: [expect.stringContaining('This erases 12 of'), expect.anything()],
    });
    expect((await admin('retention', 'apply', '--days', '500', '--confirm', '11')).status).toBe(1);
    const statuses = await Promise.all(reports.map(({ id }) => status(`/api/reports/${id}/`)));
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect((await admin('retention', 'apply', '--days', '500', '--confirm', '12')).said[0]).toMatch(
      /^12 analyses/,
    );
  });

  it.each(['0', '-1', 'all', '1.5'])('refuses %s days', async (days) => {
    expect((await admin('retention', 'apply', `--days=${days}`)).status).toBe(2);
  });
});

const future = () => new Date(Date.now() + 3650 * 86_400_000);

/** A database whose clock is years ahead; its tables are as they are. */
function yearsAhead(db: AppContext['db']): AppContext['db'] {
  const execute = async () => ({ rows: [{ at: String(future().getTime()) }] });
  return new Proxy(db, { get: (target, name) => (name === 'execute' ? execute : Reflect.get(target, name)) });
}

function nearNow() {
  const now = Date.now();
  return expect.toSatisfy((at: Date) => Math.abs(at.getTime() - now) < 60_000);
}

async function organisationOf(report: Stored): Promise<string> {
  const { rows } = await server.context.pool.query('SELECT organisation_id FROM reports WHERE id = $1', [
    report.id,
  ]);
  return rows[0].organisation_id;
}

async function newestOf(organisationId: string): Promise<Date> {
  const newest = 'SELECT max(created_at) AS at FROM analyses WHERE organisation_id = $1';
  return (await server.context.pool.query(newest, [organisationId])).rows[0].at;
}
