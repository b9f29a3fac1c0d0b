import { preferencesReply } from '@second-read/contract/preferences';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

const url = '/api/accounts/preferences/';

let server: TestServer;
let ada: { authorization: string };
let ben: { authorization: string };
beforeAll(async () => {
  server = await startTestServer();
  [ada, ben] = [await server.bearer('ada'), await server.bearer('ben')];
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.context.pool.query('DELETE FROM user_preferences');
});

const read = async (headers = ada) =>
  preferencesReply.parse((await server.app.inject({ url, headers })).json()).preferences;
const change = (payload: object, headers = ada) =>
  server.app.inject({ method: 'PATCH', url, payload, headers });

describe('the preferences of an account', () => {
  it('are empty until something was set, and are then of this account alone', async () => {
    expect(await read()).toEqual({});
    expect((await change({ units: 'cm', theme: 'dark' })).json()).toEqual({
      preferences: { units: 'cm', theme: 'dark' },
    });
    expect([await read(), await read(ben)]).toEqual([{ units: 'cm', theme: 'dark' }, {}]);
  });

  it('keep what a change does not name, also of two changes made at once', async () => {
    await change({ units: 'cm' });
    await Promise.all([change({ date_format: 'iso' }), change({ density: 'compact' })]);
    expect(await read()).toEqual({ units: 'cm', date_format: 'iso', density: 'compact' });
  });

  it('hold a keyboard map, and refuse one in which two actions have one key', async () => {
    const keys = { worklist: { next: 'n' } };
    expect((await change({ keys })).statusCode).toBe(200);
    const refused = await change({ keys: { worklist: { next: 's' } } });
    expect([refused.statusCode, refused.json().code]).toEqual([400, 'invalid_request']);
    expect(refused.json().error).toContain('two actions cannot have one key');
    expect((await read()).keys).toEqual(keys);
    await change({ keys: {} });
    expect((await read()).keys).toEqual({});
  });

  it('refuse what no screen offers', async () => {
    for (const wrong of [{ units: 'inch' }, { density: 3 }, { keys: { viewer: { toString: 'q' } } }])
      expect([wrong, (await change(wrong)).statusCode]).toEqual([wrong, 400]);
  });

  it('hold although a later version stored what this one cannot read', async () => {
    await change({ units: 'cm', density: 'compact' });
    await server.context.pool.query(
      `UPDATE user_preferences SET preferences = preferences || '{"density": "of_later", "more": 1}'`,
    );
    expect(await read()).toEqual({ units: 'cm' });
    await change({ date_format: 'iso' });
    const { rows } = await server.context.pool.query('SELECT preferences FROM user_preferences');
    expect(rows[0].preferences).toMatchObject({ more: 1, date_format: 'iso' });
  });

  it('need a session, and stay as they are of the account that everybody shares', async () => {
    expect((await server.app.inject({ url })).statusCode).toBe(401);
    await server.context.pool.query(
      `UPDATE organisations SET is_demo = true WHERE id = (SELECT organisation_id FROM users WHERE username = 'ben')`,
    );
    const refused = await change({ units: 'cm' }, ben);
    await server.context.pool.query('UPDATE organisations SET is_demo = false');
    expect([refused.statusCode, refused.json().code]).toEqual([403, 'forbidden']);
    expect(await read(ben)).toEqual({});
  });
});
