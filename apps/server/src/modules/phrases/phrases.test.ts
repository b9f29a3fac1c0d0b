import { phrase, phrasesReply } from '@second-read/contract/phrases';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { makeDataKey, parseKeyRing } from '../../platform/crypto/key-ring.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { resealPatients } from '../patients/index.ts';

let server: TestServer;
let ada: { authorization: string };
let ben: { authorization: string };
beforeAll(async () => {
  server = await startTestServer();
  [ada, ben] = [await server.bearer('ada'), await server.bearer('ben')];
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.context.pool.query('DELETE FROM phrases');
});

const wording = { module: 'lung', name: 'No change', text: 'No change since the prior examination.' };
const call = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, payload?: object, headers = ada) =>
  server.app.inject({ method, url: `/api/phrases/${path}`, headers, ...(payload && { payload }) });
const add = async (content: object = wording) => phrase.parse((await call('POST', '', content)).json());
const list = async (headers = ada, module = 'lung') =>
  phrasesReply.parse((await call('GET', `?module=${module}`, undefined, headers)).json()).phrases;

it('keeps, lists by name, renames and deletes the phrases of one account and module', async () => {
  const kept = await add();
  await add({ ...wording, name: 'Follow-up' });
  expect((await list()).map(({ name }) => name)).toEqual(['Follow-up', 'No change']);
  expect(await list(ada, 'breast')).toEqual([]);
  expect(await list(ben)).toEqual([]);
  const renamed = await call('PATCH', `${kept.id}/`, { name: 'Unchanged' });
  expect(renamed.json()).toEqual({ ...kept, name: 'Unchanged' });
  expect((await call('DELETE', `${kept.id}/`)).statusCode).toBe(204);
  expect((await list()).map(({ name }) => name)).toEqual(['Follow-up']);
});

it('neither changes nor deletes the phrase of another account', async () => {
  const kept = await add();
  expect((await call('PATCH', `${kept.id}/`, { name: 'Mine' }, ben)).statusCode).toBe(404);
  await call('DELETE', `${kept.id}/`, undefined, ben);
  expect(await list()).toEqual([kept]);
});

it('stores no word in the clear, and opens all under a new key', async () => {
  const kept = await add();
  const { db, pool, config } = server.context;
  const row = async () => (await pool.query('SELECT content, patient_key FROM phrases')).rows[0];
  const before = await row();
  expect(JSON.stringify(before)).not.toContain('prior');
  const keys = [parseKeyRing(makeDataKey())[0], ...config.keys] as const;
  await resealPatients({ db, config: { ...config, keys } });
  expect((await row()).patient_key).not.toBe(before.patient_key);
  await pool.query('UPDATE phrases SET content = $1, patient_key = $2', [before.content, before.patient_key]);
  expect(await list()).toEqual([kept]);
});

it('refuses empty, overlong and control characters, an unknown module, and more than a hundred', async () => {
  const bad = [{ name: ' ' }, { name: 'x'.repeat(81) }, { text: 'x'.repeat(4001) }, { text: 'a\u0000b' }];
  for (const wrong of bad) expect((await call('POST', '', { ...wording, ...wrong })).statusCode).toBe(400);
  expect((await call('POST', '', { ...wording, module: 'knee' })).statusCode).toBe(404);
  for (let at = 0; at < 100; at++) await add({ ...wording, name: `Phrase ${at}` });
  const one = await call('POST', '', wording);
  expect([one.statusCode, one.json().error]).toEqual([
    400,
    'You keep 100 phrases already. Delete one first.',
  ]);
});
