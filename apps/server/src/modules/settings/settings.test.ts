import { defaultSettings, settingsReply } from '@second-read/contract/settings';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { setAtStart } from './set-at-start.ts';
import { settingsOf } from './settings.repository.ts';

const url = '/api/organization/settings/';
const off = { lung: { reason: 'The scanner is being replaced.' } };

let server: TestServer;
let ada: { authorization: string };
let ben: { authorization: string };
beforeAll(async () => {
  server = await startTestServer();
  await server.context.pool.query(`UPDATE users SET role = 'administrator' WHERE username = 'ada'`);
  ada = await server.bearer('ada');
  ben = await server.bearer('ben');
});
afterAll(() => server.close());

const read = async (headers = ben) => settingsReply.parse((await server.app.inject({ url, headers })).json());
const change = (payload: object, etag: string | undefined, headers = ada) =>
  server.app.inject({
    method: 'PATCH',
    url,
    payload,
    headers: { ...headers, ...(etag !== undefined && { 'if-match': etag }) },
  });

describe('the settings of an organization', () => {
  it('are at their defaults until somebody changes them', async () => {
    const { alarm_receivers: _hidden, ...shown } = defaultSettings;
    expect(await read()).toEqual({ etag: '0', name: 'Clinic', settings: shown });
  });

  it('tell administrators alone what the operator set, without secrets or the archive of another organization', async () => {
    expect((await read(ada)).set_at_start).toMatchObject({ EXPORT_UIDS: 'original', PACS_PUSH: 'not set' });
    const pacs = {
      ...{ baseUrl: 'https://pacs.example/', authorization: 'Bearer s3cret', organisation: 'Clinic' },
      ...{ push: 'manual' as const, silenceMs: 1, retrySeconds: 1 },
    };
    const config = { ...server.context.config, pacs };
    const own = setAtStart(config, 'Clinic');
    expect(own).toMatchObject({
      PACS_DICOMWEB_URL: 'https://pacs.example/',
      'PACS_USER, PACS_PASSWORD, PACS_TOKEN': 'set',
    });
    expect(JSON.stringify([own, setAtStart(config, 'Other')])).not.toContain('s3cret');
    expect(setAtStart(config, 'Other').PACS_DICOMWEB_URL).toBe('set, for another organization');
  });

  it('are changed by administrators, for this organization alone, and the trail says what', async () => {
    const reply = await change({ settings: { modules_off: off } }, '"0"');
    expect([reply.statusCode, reply.headers.etag]).toEqual([200, '"1"']);
    expect((await read()).settings.modules_off).toEqual(off);
    expect((await read(await server.bearer('eve'))).settings.modules_off).toEqual({});
    const { rows } = await server.context.pool.query(
      `SELECT details FROM audit_events WHERE action = 'organisation.settings_changed'`,
    );
    expect(rows).toEqual([{ details: { modules_off: { from: {}, to: off } } }]);
  });

  it('hold a letterhead, which everybody prints; the trail does not repeat its picture', async () => {
    const letterhead = { name: 'Radiology', address: ['1 Main Street'], logo: 'data:image/jpeg;base64,/9j/' };
    const { etag } = await read();
    expect((await change({ settings: { letterhead } }, etag)).statusCode).toBe(200);
    expect((await read()).settings.letterhead).toEqual(letterhead);
    const { rows } = await server.context.pool.query(
      `SELECT details FROM audit_events WHERE details ? 'letterhead'`,
    );
    expect(rows).toEqual([{ details: { letterhead: 'changed' } }]);
    const script = { ...letterhead, logo: 'data:text/html;base64,AAAA' };
    expect((await change({ settings: { letterhead: script } }, (await read()).etag)).statusCode).toBe(400);
    await change({ settings: { letterhead: null } }, (await read()).etag);
    expect((await read()).settings.letterhead).toBeNull();
  });

  it('are not changed by anybody else', async () => {
    const reply = await change({ settings: { modules_off: {} } }, '1', ben);
    expect([reply.statusCode, reply.json()]).toEqual([
      403,
      { code: 'forbidden', error: 'Your role does not let you administer accounts, settings and modules.' },
    ]);
  });

  it('take no change without the entity tag, or with an old one, which is answered with what is', async () => {
    expect((await change({ name: 'X' }, undefined)).statusCode).toBe(428);
    const late = await change({ name: 'X' }, '0');
    expect([late.statusCode, late.json().current]).toMatchObject([412, { etag: '3', name: 'Clinic' }]);
  });

  it('keep one of two changes made at once', async () => {
    const { etag } = await read();
    const both = await Promise.all([change({ name: 'One' }, etag), change({ name: 'Two' }, etag)]);
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 412]);
    await change({ name: 'Clinic' }, (await read()).etag);
  });

  it('refuse the name of another organization, a module that cannot be, and a switch without a reason', async () => {
    const { etag } = await read();
    for (const wrong of [
      { name: 'Other Clinic' },
      { name: ' ' },
      { settings: { modules_off: { 'No Module': { reason: 'x' } } } },
      { settings: { modules_off: { lung: { reason: ' ' } } } },
    ])
      expect([wrong, (await change(wrong, etag)).statusCode]).toEqual([wrong, 400]);
    expect((await read()).etag).toBe(etag);
  });

  it('hold target times, the more urgent the sooner, and the trail says what they were and are', async () => {
    const { etag, settings } = await read();
    expect(settings.target_minutes).toEqual({ urgent: 60, finding: 1440, open: 1440, none: 4320 });
    const set = (target_minutes: object, tag = etag) => change({ settings: { target_minutes } }, tag);
    for (const wrong of [
      { urgent: 0, finding: 60, open: 60, none: 60 },
      { urgent: 1.5, finding: 60, open: 60, none: 60 },
      { urgent: 60, finding: 60, open: 60, none: 43_201 },
      { urgent: 60, finding: 30, open: 60, none: 60 },
      { urgent: 60, finding: 60, open: 59, none: 60 },
      { urgent: 60, finding: 120, open: 60, none: 60 },
      { urgent: 60 },
    ])
      expect([wrong, (await set(wrong)).statusCode]).toEqual([wrong, 400]);
    const sooner = { urgent: 30, finding: 240, open: 480, none: 1440 };
    expect((await set(sooner)).statusCode).toBe(200);
    expect((await read()).settings.target_minutes).toEqual(sooner);
    const { rows } = await server.context.pool.query(
      `SELECT details FROM audit_events WHERE details ? 'target_minutes'`,
    );
    expect(rows).toEqual([{ details: { target_minutes: { from: settings.target_minutes, to: sooner } } }]);
    await set(defaultSettings.target_minutes, (await read()).etag);
  });

  it('keep what a later version stored, and count no change that changes nothing', async () => {
    const { pool, db } = server.context;
    await pool.query(`UPDATE organization_settings SET settings = settings || '{"of_later": 1}'`);
    const { etag } = await read();
    expect((await change({ settings: { modules_off: off } }, etag)).headers.etag).toBe(`"${etag}"`);
    await change({ settings: { modules_off: {} } }, etag);
    const { rows } = await pool.query('SELECT settings, organisation_id AS id FROM organization_settings');
    expect(rows[0].settings).toMatchObject({ of_later: 1, modules_off: {}, letterhead: null });
    const kept = { ...defaultSettings, letterhead: null };
    expect((await settingsOf(db, rows[0].id)).settings).toEqual(kept);
  });
});
