import { errorReply } from '@second-read/contract/errors';
import { reviewReply } from '@second-read/contract/reviews';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { lungReport, readerOf } from './review.test-support.ts';

let server: TestServer;
let report: string;
let clinician: ReturnType<typeof readerOf>;
let auditor: ReturnType<typeof readerOf>;
beforeAll(async () => {
  server = await startTestServer({ environment: { UPLOAD_LIMIT: '1000' } });
  const ada = await server.bearer('ada');
  report = await lungReport(server, ada);
  await server.context.pool.query(`UPDATE users SET role = 'auditor' WHERE username = 'ben'`);
  clinician = readerOf(server, ada, report);
  auditor = readerOf(server, await server.bearer('ben'), report);
});
afterAll(() => server.close());

describe('an auditor', () => {
  it('reads a review, and nothing else of it', async () => {
    expect((await auditor.now()).allowed).toEqual([]);
    expect((await auditor.call('GET', 'versions/')).statusCode).toBe(200);
    const { etag } = reviewReply.parse((await clinician.start()).json());
    const accept = { id: crypto.randomUUID(), kind: 'accept', finding: 'nodule-1' } as const;
    const refused = [
      await auditor.start(),
      await auditor.send([accept], etag),
      await auditor.call('POST', 'sign/', {}, etag),
      await auditor.amend(),
      await auditor.withdraw('no'),
    ];
    expect(refused.map((reply) => [reply.statusCode, errorReply.parse(reply.json()).code])).toEqual(
      refused.map(() => [403, 'forbidden']),
    );
    expect((await clinician.now()).changes).toEqual([]);
    expect((await clinician.now()).state).toBe('in_review');
  });
});

describe('a reader', () => {
  it('amends and withdraws what it signed itself; what another signed only as a senior reader', async () => {
    const { pool } = server.context;
    const setRole = (name: string, role: string) =>
      pool.query('UPDATE users SET role = $2 WHERE username = $1', [name, role]);
    await setRole('ada', 'reader');
    await setRole('ben', 'reader');
    expect((await clinician.sign()).statusCode).toBe(200);
    expect((await clinician.now()).allowed).toEqual(['amend', 'withdraw']);
    expect((await auditor.now()).allowed).toEqual([]);
    for (const refused of [await auditor.amend('mine now'), await auditor.withdraw('wrong')])
      expect([refused.statusCode, refused.json().error]).toEqual([
        403,
        'This account may not amend or withdraw what another reader signed, or arbitrate.',
      ]);
    await setRole('ben', 'senior_reader');
    expect((await auditor.now()).allowed).toEqual(['amend', 'withdraw']);
    expect((await auditor.amend('a second look')).statusCode).toBe(200);
    expect((await auditor.sign()).statusCode).toBe(200);
    expect((await clinician.withdraw('not mine any more')).statusCode).toBe(403);
    expect((await auditor.withdraw('wrong patient')).statusCode).toBe(200);
  });
});
