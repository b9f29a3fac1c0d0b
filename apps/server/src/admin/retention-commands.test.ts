import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { analysisUpload } from '../testing/multipart.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { applyRetention } from './keep-retention.ts';
import { runAdmin } from './run-admin.ts';

let server: TestServer;
let bearer: { authorization: string };
beforeAll(async () => {
  server = await startTestServer();
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
    const key = 'clinic/pacs/document.pdf';
    await server.context.blobs.put(key, Buffer.from('%PDF-'));
    await server.context.pool.query(
      `INSERT INTO pacs_pushes (id, organisation_id, report_id, user_id, is_automatic, form, state, document_key, created_at, updated_at)
       SELECT gen_random_uuid(), organisation_id, id, user_id, false, 'dicom-pdf', 'queued', $2, now(), now()
       FROM reports WHERE id = $1`,
      [report.id, key],
    );
    expect((await admin('retention', 'apply', '--days', '450')).said[0]).toMatch(
      /^1 analyses with 1 reports/,
    );
    expect(await server.context.blobs.open(key)).toBeUndefined();
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

  it.each(['0', '-1', 'all', '1.5'])('refuses %s days', async (days) => {
    expect((await admin('retention', 'apply', `--days=${days}`)).status).toBe(2);
  });
});
