import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { analysisUpload } from '../../testing/multipart.ts';
import { onePixelPng, scriptedCompute } from '../../testing/scripted-compute.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { signLink } from './index.ts';

let server: TestServer;
let link: string;

const shrunk: number[] = [];

beforeAll(async () => {
  const compute = scriptedCompute();
  const shrink: typeof compute.shrink = (task, options) => {
    shrunk.push(task.maxSide);
    return compute.shrink(task, options);
  };
  server = await startTestServer({ compute: { ...compute, shrink } });
  const { payload, headers } = analysisUpload();
  const url = '/api/breast_segmentation/process/';
  const all = { ...headers, ...(await server.bearer('ada')) };
  link = (await server.app.inject({ method: 'POST', url, payload, headers: all })).json().segmented_image_url;
});
afterAll(() => server.close());

describe('signed links', () => {
  it('serve the picture as a PNG that is not cached and not rendered as a page', async () => {
    const reply = await server.app.inject({ url: link });
    expect(reply.rawPayload).toEqual(onePixelPng);
    expect(reply.headers).toMatchObject({
      'content-type': 'image/png',
      'content-length': String(onePixelPng.length),
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    });
  });

  it('show the class of each pixel, for which the viewer draws the findings', async () => {
    const { payload, headers } = analysisUpload();
    const url = '/api/brain_ct/process/';
    const all = { ...headers, ...(await server.bearer('ada')) };
    const { label_map_url } = (
      await server.app.inject({ method: 'POST', url, payload, headers: all })
    ).json();
    expect(label_map_url).toContain('-labels.png?');
    expect((await server.app.inject({ url: label_map_url })).rawPayload).toEqual(onePixelPng);
  });

  it('serve a small one, made once, by the same rules', async () => {
    const small = `${link}&size=small`;
    const [first, second] = [
      await server.app.inject({ url: small }),
      await server.app.inject({ url: small }),
    ];
    expect([first.statusCode, first.headers['content-type']]).toEqual([200, 'image/png']);
    expect(first.headers['cache-control']).toBe('private, no-store');
    expect(second.rawPayload).toEqual(first.rawPayload);
    expect(shrunk).toHaveLength(1);
    const forged = await server.app.inject({ url: small.replace('segmented', 'original') });
    expect([forged.statusCode, forged.json().code]).toEqual([403, 'forbidden']);
    const other = await server.app.inject({ url: `${link}&size=huge` });
    expect([other.statusCode, other.json().code]).toEqual([400, 'invalid_request']);
  });

  it('leave a line in the audit trail with the viewer and the picture', async () => {
    await server.app.inject({ url: link });
    const { rows } = await server.context.db.execute(
      sql`SELECT username, subject_id FROM audit_events JOIN users ON users.id = user_id
          WHERE action = 'image.read' ORDER BY audit_events.id DESC LIMIT 1`,
    );
    expect(rows[0]).toMatchObject({ username: 'ada' });
    expect(link).toContain(String(rows[0]?.subject_id));
  });

  it.each([
    ['another picture', (url: URL) => url.pathname.replace('segmented', 'original') + url.search],
    ['a later end', (url: URL) => withQuery(url, 'expires', '99999999999999')],
    ['another viewer', (url: URL) => withQuery(url, 'viewer', '01234567-89ab-7def-8123-456789abcdef')],
    ['another session', (url: URL) => withQuery(url, 'session', '01234567-89ab-7def-8123-456789abcdef')],
    ['another signature', (url: URL) => withQuery(url, 'signature', 'AAAA')],
  ])('refuse a link changed to %s', async (_what, change) => {
    const reply = await server.app.inject({ url: change(new URL(link, 'http://localhost')) });
    expect([reply.statusCode, reply.json().code]).toEqual([403, 'forbidden']);
  });

  it.each(['', '?expires=1', '?expires=x&viewer=y&session=w&signature=z'])(
    'refuse a link with the query "%s"',
    async (query) => {
      const reply = await server.app.inject({ url: link.split('?')[0] + query });
      expect([reply.statusCode, reply.json().code]).toEqual([400, 'invalid_request']);
    },
  );

  it.each(['/media/../secrets.json', '/media/%2e%2e/secrets.json', '/media/..%2fsecrets.json'])(
    'lead nowhere else: %s',
    async (path) => {
      const reply = await server.app.inject({ url: path + new URL(link, 'http://localhost').search });
      expect([403, 404]).toContain(reply.statusCode);
    },
  );

  it.each<[string, (tokens: { refresh: string }) => Promise<unknown>]>([
    [
      'the viewer logs out',
      ({ refresh }) =>
        server.app.inject({ method: 'POST', url: '/api/accounts/logout/', payload: { refresh } }),
    ],
    ['the account is disabled', () => setUser('disabled_at = now()')],
    [
      'the organisation is disabled',
      () => server.context.pool.query(`UPDATE organisations SET disabled_at = now() WHERE name = 'Clinic'`),
    ],
  ])('end when %s', async (_what, end) => {
    const { access, refresh } = await server.signIn('ben');
    const authorization = `Bearer ${access}`;
    const url = '/api/breast_segmentation/all-reports/';
    const page = await server.app.inject({ url, headers: { authorization } });
    const own = page.json().results[0].segmented_image_url;
    expect((await server.app.inject({ url: own })).statusCode).toBe(200);
    await end({ refresh });
    const reply = await server.app.inject({ url: own });
    await server.context.pool.query('UPDATE organisations SET disabled_at = NULL');
    await setUser('disabled_at = NULL');
    expect([reply.statusCode, reply.json().code]).toEqual([403, 'forbidden']);
  });

  it('write two audit entries an hour for repeated anonymous requests', async () => {
    const bytes = async () => {
      const { rows } = await server.context.db.execute(
        sql`SELECT count(*)::int AS lines FROM audit_events WHERE action = 'image.denied'`,
      );
      return rows[0]?.lines as number;
    };
    const before = await bytes();
    const id = '01234567-89ab-7def-8123-456789abcdef';
    for (let call = 0; call < 50; call += 1)
      await server.app.inject({
        url: `/media/org/${'x'.repeat(300)}${call}?expires=9&viewer=${id}&session=${id}&signature=x`,
      });
    expect((await bytes()) - before).toBeLessThanOrEqual(1);
  });

  it('are not made for pictures of another organisation', () => {
    const viewer = { userId: 'u', organisationId: 'org-1', sessionId: 's' };
    expect(() => signLink('org-2/reports/x.png', viewer, server.context)).toThrow('another organisation');
  });

  it('stay equal for some minutes, then expire', async () => {
    const id = '01234567-89ab-7def-8123-456789abcdef';
    const viewer = { userId: id, organisationId: 'org', sessionId: id };
    const first = signLink('org/x.png', viewer, { ...server.context, now: () => new Date(10_000) });
    const second = signLink('org/x.png', viewer, { ...server.context, now: () => new Date(200_000) });
    expect(first).toBe(second);
    server.advance(21 * 60_000);
    const reply = await server.app.inject({ url: link });
    expect([reply.statusCode, reply.json().error]).toEqual([
      403,
      'This link has expired. Open the report again.',
    ]);
  });
});

const setUser = (change: string) =>
  server.context.pool.query(`UPDATE users SET ${change} WHERE username = 'ben'`);

function withQuery(url: URL, name: string, value: string): string {
  url.searchParams.set(name, value);
  return url.pathname + url.search;
}
