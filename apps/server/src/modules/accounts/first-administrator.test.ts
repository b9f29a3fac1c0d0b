import { loginReply } from '@second-read/contract/accounts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { organisations, sessions, users } from '../../platform/database/schema.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { setupLink } from './index.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const wanted = {
  ...{ organization: 'City Hospital', username: 'Head', email: 'head@city.example', full_name: 'Head of IT' },
  password: 'a long sentence for this test',
};
const post = (body: object) => server.app.inject({ method: 'POST', url: '/api/setup/', payload: body });
const token = async () => (await setupLink('http://localhost', server.context))?.split('#')[1] ?? '';

describe('the first administrator', () => {
  it('is not made while there is an account, and no link is printed', async () => {
    expect(await setupLink('http://localhost', server.context)).toBeNull();
    expect((await post({ ...wanted, token: 'x'.repeat(43) })).statusCode).toBe(403);
  });

  it('takes neither name, e-mail address nor organization of the demo', async () => {
    const { db } = server.context;
    const { organisationId } = await server.signIn('ada');
    const all = await db.select().from(organisations);
    await db.update(organisations).set({ isDemo: true });
    const link = await token();
    const organization = all.find(({ id }) => id === organisationId)?.name;
    const taken = [{ username: 'Ada' }, { email: 'ADA@clinic.example' }, { organization }];
    const replies = await Promise.all(taken.map((names) => post({ ...wanted, ...names, token: link })));
    expect(replies.map((reply) => [reply.statusCode, reply.json().code])).toEqual(
      taken.map(() => [400, 'invalid_request']),
    );
    expect(await db.select().from(organisations)).toHaveLength(all.length);
  });

  it('is made once, with the link alone, and may administer', async () => {
    await server.context.db.delete(sessions);
    await server.context.db.delete(users);
    const link = await token();
    expect(link).toMatch(/^[\w-]{43}$/);
    expect((await post({ ...wanted, token: `${link.slice(1)}x` })).statusCode).toBe(403);
    const weak = await post({ ...wanted, password: 'short', token: link });
    expect([weak.statusCode, weak.json().code]).toEqual([422, 'password_rejected']);
    const replies = await Promise.all(
      [wanted, { ...wanted, username: 'other', email: 'o@city.example', organization: 'Other' }].map((body) =>
        post({ ...body, token: link }),
      ),
    );
    expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 403]);
    const { user, access } = loginReply.parse(replies.find(({ statusCode }) => statusCode === 200)?.json());
    expect([user.role, user.organisation.is_demo]).toEqual(['administrator', false]);
    const accounts = await server.app.inject({
      url: '/api/administration/accounts/',
      headers: { authorization: `Bearer ${access}` },
    });
    expect(accounts.json().accounts).toHaveLength(1);
    expect(await setupLink('http://localhost', server.context)).toBeNull();
    const made = await server.context.db.select().from(organisations);
    expect(made.filter(({ name }) => ['City Hospital', 'Other'].includes(name))).toHaveLength(1);
  });
});
