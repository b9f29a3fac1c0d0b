import { randomUUID } from 'node:crypto';
import { auditReply } from '@second-read/contract/audit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { analysisUpload } from '../../testing/multipart.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let auditor: { authorization: string };
let reader: { authorization: string };
beforeAll(async () => {
  server = await startTestServer();
  await server.context.pool.query(`UPDATE users SET role = 'auditor' WHERE username IN ('ada', 'eve')`);
  auditor = await server.bearer('ada');
  reader = await server.bearer('ben');
});
afterAll(() => server.close());

const get = (url: string, headers: Record<string, string> = auditor) => server.app.inject({ url, headers });
const page = async (query = '') => auditReply.parse((await get(`/api/audit/?${query}`)).json());

async function analyse(): Promise<{ id: string; original_image_url: string }> {
  const { payload, headers } = analysisUpload();
  const all = { ...headers, ...reader };
  const url = '/api/breast_segmentation/process/';
  return (await server.app.inject({ method: 'POST', url, payload, headers: all })).json();
}

describe('the audit trail of an organisation', () => {
  it('records every step from the upload to the PDF: who, what, when, from where', async () => {
    const { id, original_image_url: image } = await analyse();
    await get(`/api/reports/${id}/`, reader);
    await get(image, {});
    await get(
      image.replace(/signature=(.)/, (_, first) => `signature=${first === 'A' ? 'B' : 'A'}`),
      {},
    );
    const url = `/api/reports/${id}/exported/`;
    await server.app.inject({ method: 'POST', url, payload: { format: 'pdf' }, headers: reader });
    const { entries } = await page('user=ben');
    expect(entries.map((entry) => entry.action)).toEqual([
      'report.exported',
      'image.read',
      'report.read',
      'report.stored',
      'analysis.requested',
      'session.opened',
    ]);
    expect(entries[2]).toMatchObject({ user: 'ben', subject: id, address: '127.0.0.1', outcome: 'success' });
    expect(JSON.stringify(entries)).not.toContain('0042');
    const about = await page(`subject=${id}`);
    expect(about.entries.map((entry) => entry.action)).toEqual([
      'report.exported',
      'report.read',
      'report.stored',
    ]);
  });

  it('records no export of a foreign report, and no free text of a caller', async () => {
    const { id } = await analyse();
    const url = (what: string) => `/api/reports/${encodeURIComponent(what)}/exported/`;
    const foreign = await server.bearer('eve');
    for (const [what, headers] of [
      ['Dr. Ben sold the records', reader],
      [id, foreign],
    ] as const) {
      const call = { method: 'POST' as const, url: url(what), payload: { format: 'pdf' }, headers };
      expect((await server.app.inject(call)).statusCode).toBe(404);
    }
    await get(`/api/reports/${encodeURIComponent('Dr. Ben sold the records')}/`, reader);
    const { rows } = await server.context.pool.query(`SELECT * FROM audit_events`);
    expect(JSON.stringify(rows)).not.toContain('sold the records');
    expect(
      rows.filter(({ action, subject_id }) => action === 'report.exported' && subject_id === id),
    ).toEqual([]);
    expect(
      rows.filter(({ action, subject_id }) => action === 'report.denied' && subject_id === id),
    ).toHaveLength(1);
  });

  it('counts invented ids in place of a row for each', async () => {
    const count = async () => {
      const where = `WHERE action = 'report.denied' AND subject_id IS NULL`;
      const { rows } = await server.context.pool.query(
        `SELECT count(*)::int AS n FROM audit_events ${where}`,
      );
      return rows[0].n;
    };
    const ask = () => get(`/api/reports/breast-${randomUUID()}/`, reader);
    await ask();
    const before = await count();
    for (let time = 0; time < 20; time += 1) expect((await ask()).statusCode).toBe(404);
    expect(await count()).toBe(before);
  });

  it('is for auditors: a reader is refused, which is recorded', async () => {
    const reply = await get('/api/audit/', reader);
    expect([reply.statusCode, reply.json().code]).toEqual([403, 'forbidden']);
    expect((await get('/api/audit/export/', reader)).statusCode).toBe(403);
    expect((await get('/api/audit/', {})).statusCode).toBe(401);
    expect((await page('action=audit.denied')).entries).toHaveLength(2);
  });

  it('holds nothing of another organisation', async () => {
    const { entries } = auditReply.parse((await get('/api/audit/', await server.bearer('eve'))).json());
    expect(new Set(entries.map((entry) => entry.user))).toEqual(new Set(['eve']));
  });

  it('is filtered by kind, outcome and time', async () => {
    const sessions = await page('action=session');
    expect(new Set(sessions.entries.map((entry) => entry.action))).toEqual(new Set(['session.opened']));
    expect((await page('action=sess_on')).entries).toEqual([]);
    const failures = await page('outcome=failure');
    expect(failures.entries.every((entry) => entry.outcome === 'failure')).toBe(true);
    const later = new Date(Date.now() + 60_000).toISOString();
    expect((await page(`from=${later}`)).entries).toEqual([]);
    expect((await page(`to=${later}`)).entries.length).toBeGreaterThan(3);
    expect((await get('/api/audit/?from=yesterday')).statusCode).toBe(400);
  });

  it('is paged by cursor, so that new entries shift nothing', async () => {
    const first = await page('limit=2&user=ben');
    await analyse();
    const second = await page(`limit=2&user=ben&before=${first.next}`);
    const both = [...first.entries, ...second.entries].map((entry) => entry.sequence);
    expect(both).toEqual(both.toSorted((a, b) => b - a));
    expect(new Set(both).size).toBe(4);
  });

  it('comes as CSV in which nothing is a formula, and the export is on the trail', async () => {
    await get('/api/trials/count/');
    const agent = '=HYPERLINK("http://bad.example";"x")';
    await get('/api/breast_segmentation/all-reports/', { ...auditor, 'user-agent': agent });
    const reply = await get('/api/audit/export/?action=reports');
    expect(reply.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(reply.headers['content-disposition']).toContain('audit-trail.csv');
    const lines = reply.body.trimEnd().split('\r\n');
    expect(lines[0]).toBe('\ufeffsequence,at,action,outcome,user,subject,address,user_agent,details');
    expect(lines[1]).toContain(`,"'=HYPERLINK(""http://bad.example"";""x"")",`);
    expect((await page('action=audit.exported')).entries[0]?.details).toEqual({ action: 'reports' });
  });

  it('hides addresses from the shared demo account, since they are those of strangers', async () => {
    await server.context.pool.query(`UPDATE organisations SET is_demo = true WHERE name = 'Other Clinic'`);
    const eve = await server.bearer('eve');
    const { entries } = auditReply.parse((await get('/api/audit/', eve)).json());
    expect(entries.length).toBeGreaterThan(0);
    expect(entries.filter(({ address }) => address !== null)).toEqual([]);
    expect((await get('/api/audit/export/', eve)).body).not.toContain('127.0.0.1');
  });
});
