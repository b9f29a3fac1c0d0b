import { loginReply } from '@second-read/contract/accounts';
import { reviewReply } from '@second-read/contract/reviews';
import { afterEach, describe, expect, it } from 'vitest';
import { analysisUpload } from '../../testing/multipart.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { ensureDemoAccount } from './index.ts';

let server: TestServer;
afterEach(() => server.close());

async function signInToDemo(environment: Record<string, string>) {
  server = await startTestServer({ environment });
  await ensureDemoAccount(server.context);
  const payload = { username: 'demo', password: server.context.config.demoAccount?.password };
  const reply = await server.app.inject({ method: 'POST', url: '/api/accounts/login/', payload });
  const { access, user } = loginReply.parse(reply.json());
  return { user, bearer: { authorization: `Bearer ${access}` } };
}

type Bearer = { readonly authorization: string };

/** A report of the account, and the steps of its review. */
async function reportOf(bearer: Bearer) {
  const { payload, headers } = analysisUpload('found 87.4', 'P-1');
  const url = '/api/lung_segmentation/process/';
  const made = await server.app.inject({ method: 'POST', url, payload, headers: { ...headers, ...bearer } });
  const base = `/api/reports/${made.json().id}`;
  const call = (method: 'GET' | 'POST', path: string, body?: object, more = {}) => {
    const to = { method, url: `${base}/${path}`, headers: { ...bearer, ...more } };
    return server.app.inject({ ...to, ...(body && { payload: body }) });
  };
  const now = async () => reviewReply.parse((await call('GET', 'reviews/current/')).json());
  const sign = async () =>
    call('POST', 'sign/', { accept_remaining: true }, { 'if-match': `"${(await now()).etag}"` });
  return { now, sign, start: () => call('POST', 'reviews/') };
}

describe('the demo of one’s own computer', () => {
  it('signs, marked as a demo, and is reset in one step that is on record', async () => {
    const { user, bearer } = await signInToDemo({ PUBLIC_DEMO: '0' });
    expect([user.role, user.organisation.is_demo]).toEqual(['administrator', false]);
    const reader = await reportOf(bearer);
    await reader.start();
    expect((await reader.sign()).statusCode).toBe(200);
    expect((await reader.now()).signed_by?.full_name).toBe('Demo Reader (demo)');
    const { facets } = (await server.app.inject({ url: '/api/reports/', headers: bearer })).json();
    expect(facets.signed_by).toMatchObject([{ label: 'Demo Reader (demo)', count: 1 }]);

    const reset = () =>
      server.app.inject({ method: 'POST', url: '/api/demo/reset/', headers: bearer, payload: {} });
    expect((await reset()).json()).toEqual({ versions: 1 });
    expect((await reader.now()).signed_by).toBeUndefined();
    await reader.start();
    expect((await reader.sign()).statusCode).toBe(200);
    const { rows } = await server.context.pool.query(
      `SELECT details FROM audit_events WHERE action = 'reports.reviews_reset'`,
    );
    expect(rows).toEqual([{ details: { versions: 1 } }]);
  });

  it('makes keys for DICOMweb, with which its reports are read', async () => {
    const { bearer } = await signInToDemo({ PUBLIC_DEMO: '0' });
    await reportOf(bearer);
    const payload = { name: 'OHIF', password: server.context.config.demoAccount?.password };
    const keys = { method: 'POST', url: '/api/accounts/read-keys/', headers: bearer, payload } as const;
    const made = await server.app.inject(keys);
    expect(made.statusCode).toBe(201);
    const headers = { authorization: `Bearer ${made.json().key}` };
    const studies = await server.app.inject({ url: '/api/dicom-web/studies', headers });
    expect(studies.statusCode).toBeLessThan(300);
  });

  it('resets no organization besides the demo', async () => {
    await signInToDemo({ PUBLIC_DEMO: '0' });
    await server.context.pool.query(`UPDATE users SET role = 'administrator' WHERE username = 'ada'`);
    const headers = await server.bearer('ada');
    const reply = await server.app.inject({ method: 'POST', url: '/api/demo/reset/', headers, payload: {} });
    expect(reply.statusCode).toBe(400);
  });
});

it('a public demo signs nothing, changes no settings and is not reset by a stranger', async () => {
  const { user, bearer } = await signInToDemo({ PUBLIC_DEMO: '1' });
  expect(user.organisation.is_demo).toBe(true);
  const reader = await reportOf(bearer);
  await reader.start();
  expect((await reader.sign()).statusCode).toBe(403);
  for (const url of ['/api/demo/reset/', '/api/administration/accounts/']) {
    const reply = await server.app.inject({ method: 'POST', url, headers: bearer, payload: {} });
    expect(reply.statusCode, url).toBe(403);
  }
  const payload = { name: 'OHIF', password: server.context.config.demoAccount?.password };
  const keys = { method: 'POST', url: '/api/accounts/read-keys/', headers: bearer, payload } as const;
  expect((await server.app.inject(keys)).statusCode).toBe(403);
});
