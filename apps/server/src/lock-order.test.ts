import { manifestOf } from '@second-read/analyses/manifests';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { eraseExpired } from './admin/erase-expired.ts';
import { changeUser, resetUser, switchOrganisation } from './modules/accounts/index.ts';
import { analysisUpload } from './testing/multipart.ts';
import { startTestServer, type TestServer, testPassword } from './testing/test-server.ts';

/** Rounds of all pairs; `SECOND_READ_LOCK_ROUNDS=6` runs more than 2,000. */
const rounds = Number(process.env.SECOND_READ_LOCK_ROUNDS ?? 1);
let server: TestServer;
let ada: { authorization: string };
let report = '';
let batch = '';
let ben = { id: '', refresh: '', headers: { authorization: '' } };

beforeAll(async () => {
  server = await startTestServer({
    environment: { UPLOAD_LIMIT: '100000' },
  });
  await server.context.pool.query(`UPDATE users SET role = 'administrator' WHERE username = 'ada'`);
  ada = await server.bearer('ada');
  ben.id = (await server.signIn('ben')).userId;
  report = await newReport();
});
afterAll(() => server.close());

const breast = `/api/${manifestOf('breast').apiPath}`;

function send(
  method: 'POST' | 'PATCH' | 'DELETE',
  url: string,
  headers: Record<string, string>,
  payload?: object,
) {
  return server.app.inject({ method, url, headers, ...(payload && { payload }) });
}

async function newReport(): Promise<string> {
  const { payload, headers } = analysisUpload('mass 60');
  const all = { ...headers, ...ada };
  const reply = await server.app.inject({ method: 'POST', url: `${breast}/process/`, payload, headers: all });
  return reply.json().id;
}

async function newBatch(): Promise<void> {
  const made = await send('POST', `${breast}/batches/`, ada, { patient_id: 'P-1', slices: 3 });
  batch = made.json().id;
}

/** A session of ben without the cost of a password hash. */
async function signBenIn(): Promise<void> {
  const { pool } = server.context;
  await pool.query(
    `UPDATE users SET disabled_at = NULL, role = 'senior_reader', password_ends_at = NULL, password_hash =
       (SELECT password_hash FROM users WHERE username = 'ada') WHERE username = 'ben'`,
  );
  const { access, refresh } = await server.signIn('ben');
  ben = { ...ben, refresh, headers: { authorization: `Bearer ${access}` } };
}

const review = (path: string) => `/api/reports/${report}/${path}`;
const at = '/api/administration/accounts/';

/**
 * Calls that write, as clients and commands make them: of the same accounts, the same report, the same batch.
 */
const calls: Readonly<Record<string, () => Promise<unknown>>> = {
  'sign in': () => send('POST', '/api/accounts/login/', {}, { username: 'ben', password: testPassword }),
  'refused sign-in': () => send('POST', '/api/accounts/login/', {}, { username: 'ben', password: 'no' }),
  refresh: () => send('POST', '/api/accounts/token/refresh/', {}, { refresh: ben.refresh }),
  'sign out': () => send('POST', '/api/accounts/logout/', {}, { refresh: ben.refresh }),
  profile: () =>
    send('POST', '/api/accounts/profile/', ben.headers, {
      ...{ full_name: `Ben ${Math.random()}`, email: 'ben@clinic.example', password: testPassword },
    }),
  role: () => send('PATCH', `${at}${ben.id}/`, ada, { role: Math.random() < 0.5 ? 'reader' : 'auditor' }),
  disable: () => send('PATCH', `${at}${ben.id}/`, ada, { is_disabled: true }),
  enable: () => changeUser('ben', { isDisabled: false }, server.context),
  reset: () => resetUser('ben', { secondFactor: true }, server.context),
  'switch organization': () => switchOrganisation('Clinic', 'enabled', server.context),
  settings: async () => {
    const url = '/api/organization/settings/';
    const { etag } = (await server.app.inject({ url, headers: ada })).json();
    const settings = { retention_days: 100 + Math.floor(Math.random() * 1000) };
    return send('PATCH', url, { ...ada, 'if-match': etag }, { settings });
  },
  phrase: () =>
    send('POST', '/api/phrases/', ada, { name: `P ${Math.random()}`, text: 'Words.', module: 'breast' }),
  analysis: newReport,
  'start batch': () => send('POST', `${breast}/batches/`, ada, { patient_id: 'P-1', slices: 2 }),
  'cancel batch': () => send('POST', `/api/batches/${batch}/cancel/`, ada),
  'take review': () => send('POST', review('reviews/'), ada),
  'release review': () => send('DELETE', review('reviews/current/'), ada),
  sign: async () => {
    const { etag } = (await server.app.inject({ url: review('reviews/current/'), headers: ada })).json();
    return send('POST', review('sign/'), { ...ada, 'if-match': `"${etag}"` }, { accept_remaining: true });
  },
  'undo signature': () => send('DELETE', review('sign/'), ada),
  amend: () => send('POST', review('amendments/'), ada, { reason: 'Looked again.' }),
  withdraw: () => send('POST', review('withdraw/'), ada, { reason: 'Of another patient.' }),
  assign: () => send('POST', `/api/worklist/${report}/assignee/`, ada, { username: 'ada' }),
  'read notifications': () => send('POST', '/api/notifications/read/', ada, { read: true }),
  erase: () => eraseExpired({ before: new Date() }, server.context as never),
};

/** What the two calls need to find, so that they do what they are for. */
async function prepare(pair: string): Promise<void> {
  if (/sign in|sign out|refresh|profile|sign-in/.test(pair)) await signBenIn();
  if (/batch/.test(pair)) await newBatch();
  if (!/review|sign(?! )|amend|withdraw|assign/.test(pair)) return;
  report = await newReport();
  if (/release|sign(?! |-)|amend|withdraw/.test(pair)) await calls['take review']?.();
  if (/amend|undo/.test(pair)) await calls.sign?.();
}

const statusOf = (reply: unknown) => (reply as { statusCode?: number } | undefined)?.statusCode ?? 200;

it('of any two writing calls at once neither waits for the other for ever, and none fails', async () => {
  const names = Object.keys(calls);
  const pairs = names.flatMap((one, place) => names.slice(place).map((other) => [one, other] as const));
  expect(pairs.length).toBeGreaterThan(250);
  const failed: string[] = [];
  const effective = new Set<string>();
  for (const pair of Array.from({ length: rounds }, () => pairs).flat()) {
    await prepare(pair.join(' × '));
    const replies = await Promise.allSettled(pair.map((name) => calls[name]?.()));
    replies.forEach((reply, at) => {
      const name = pair[at] ?? '';
      if (reply.status === 'rejected') failed.push(`${pair.join(' × ')}: ${name}: ${reply.reason}`);
      else if (statusOf(reply.value) >= 500) failed.push(`${pair.join(' × ')}: ${statusOf(reply.value)}`);
      else if (statusOf(reply.value) < 300) effective.add(name);
    });
  }
  expect(failed).toEqual([]);
  expect([...effective].toSorted()).toEqual(names.filter((name) => name !== 'refused sign-in').toSorted());
  const { rows } = await server.context.pool.query(
    'SELECT deadlocks::int FROM pg_stat_database WHERE datname = current_database()',
  );
  expect(rows).toEqual([{ deadlocks: 0 }]);
}, 1_200_000);
