import { readFileSync } from 'node:fs';
import { rights, rightsOfRole, rightWords, roles } from '@second-read/core/roles/rights';
import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RegisteredRoute } from './calls/caller.ts';
import { accessOf, routeRights } from './http/access/route-rights.ts';
import { ensureAccount, ensureOrganisation } from './modules/accounts/index.ts';
import { startTestServer, type TestServer, testPassword } from './testing/test-server.ts';

const kinds = [...roles, 'sandbox'] as const;
type Kind = (typeof kinds)[number];

let server: TestServer;
/** Everything that the API answers: pages and files of the browser's application are apart. */
let routes: readonly RegisteredRoute[];
beforeAll(async () => {
  server = await startTestServer({ environment: { LOGIN_RATE_LIMIT: '10000' } });
  const isApi = ({ url }: RegisteredRoute) => /^\/(api|media|healthz|readyz|metrics)(\/|$)/.test(url);
  routes = server.app.registeredRoutes.filter(isApi);
  const { id: here } = await ensureOrganisation({ name: 'Clinic', isDemo: false }, server.context);
  const { id: sandbox } = await ensureOrganisation({ name: 'Sandbox', isDemo: true }, server.context);
  for (const kind of kinds) {
    const account = { username: kind, email: `${kind}@clinic.example`, fullName: `The ${kind}` };
    const place =
      kind === 'sandbox'
        ? { organisationId: sandbox, role: 'auditor' as const }
        : { organisationId: here, role: kind };
    await ensureAccount({ ...account, ...place, password: testPassword }, server.context);
  }
});
afterAll(() => server.close());

/** Words that every route can read and none finds. */
const samples: Readonly<Record<string, string>> = {
  form: 'csv',
  slice: '1',
  version: '1',
  study: '1.2',
  series: '1.3',
  instance: '1.4',
};
const urlOf = (url: string) =>
  url
    .replaceAll(/:(\w+)/g, (_all, name: string) => samples[name] ?? crypto.randomUUID())
    .replace('*', 'nothing.png');

/** The stream of a reply is not read: one that never ends would hold the test. */
async function call({ method, url }: RegisteredRoute, headers: Record<string, string>) {
  const one = { method: method as 'GET', url: urlOf(url), headers, payloadAsStream: true } as const;
  const reply: LightMyRequestResponse = await server.app.inject(one);
  if (reply.statusCode !== 403) {
    reply.stream().destroy();
    return { status: reply.statusCode, code: '', error: '' };
  }
  const chunks: Buffer[] = [];
  for await (const chunk of reply.stream()) chunks.push(chunk);
  return { status: 403, ...JSON.parse(Buffer.concat(chunks).toString() || '{}') };
}

describe('the table of rights', () => {
  it('has every route, and no route that there is not', () => {
    const missing = routes.filter(({ method, url }) => accessOf(method, url) === undefined);
    expect(missing.map(({ method, url }) => `${method} ${url}`)).toEqual([]);
    const known = new Set(routes.map(({ method, url }) => `${method} ${url}`));
    const unused = Object.keys(routeRights).filter(
      (line) => ![...known].some((each) => each === line.replace('{module}', each.split('/')[2] ?? '')),
    );
    expect(unused).toEqual([]);
    expect(routes.length).toBeGreaterThan(100);
  });

  it('opens to everybody what the server opens to everybody, and nothing else', () => {
    const odd = routes.filter(
      ({ method, url, isPublic }) => isPublic !== (accessOf(method, url) === 'everybody'),
    );
    expect(odd).toEqual([]);
  });

  it('has no HEAD: it would do the work of a GET', () => {
    expect(routes.flatMap(({ method, url }) => (method === 'HEAD' ? [url] : []))).toEqual([
      '/healthz',
      '/readyz',
    ]);
  });

  it('is the one of the decision', () => {
    const page = readFileSync(new URL('../../../docs/decisions/032-roles.md', import.meta.url), 'utf8');
    for (const right of rights) {
      const cells = kinds.map((kind) => (rightsOfRole[kind].includes(right) ? ' yes |' : ' |'));
      expect(page).toContain(`| \`${right}\`: ${rightWords[right]} |${cells.join('')}\n`);
    }
  });
});

describe('every route', () => {
  it('is closed to whoever is not signed in, but for those open to everybody', async () => {
    const wrong: unknown[] = [];
    for (const route of routes) {
      const { status } = await call(route, {});
      const isOpen = accessOf(route.method, route.url) === 'everybody';
      // The media route refuses what no link is for with 400, the login without a body too.
      if (isOpen ? status === 401 && route.url !== '/api/accounts/logout/' : status !== 401)
        wrong.push([route, status]);
    }
    expect(wrong).toEqual([]);
  });

  it.each(kinds)(
    'answers the role %s as the table says, and a refusal says what is not allowed',
    async (kind) => {
      const wrong: unknown[] = [];
      const headers = await server.bearer(kind);
      for (const route of routes) {
        const access = accessOf(route.method, route.url);
        if (access === 'everybody' || access === undefined) continue;
        const may = access === 'signed_in' || rightsOfRole[kind satisfies Kind].includes(access);
        const { status, code, error } = await call(route, headers);
        const isRefused = status === 403 && (code === 'forbidden' || route.method === 'HEAD');
        const isTold =
          !isRefused ||
          route.method === 'HEAD' ||
          error.includes(access === 'signed_in' ? '' : rightWords[access]);
        if (isRefused === may || status === 401 || status >= 500 || !isTold)
          wrong.push([route.method, route.url, status, error]);
      }
      expect(wrong).toEqual([]);
    },
  );
});
