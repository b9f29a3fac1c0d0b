import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { analysisUpload } from '../../../testing/multipart.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer({ environment: { WORKER_CONCURRENCY: '1', UPLOAD_LIMIT: '100' } });
});
afterEach(() => server.close());

type Headers = { readonly authorization: string };

function send(by: Headers, text: string, patient: string, key?: string) {
  const { payload, headers } = analysisUpload(text, patient);
  const url = '/api/lung_segmentation/process/';
  const own = key === undefined ? {} : { 'idempotency-key': key };
  return server.app.inject({ method: 'POST', url, payload, headers: { ...headers, ...by, ...own } });
}

/** Waits until so many analyses are queued or running. */
async function untilUnderWay(count: number): Promise<void> {
  for (const end = Date.now() + 30_000; Date.now() < end; ) {
    const { rows } = await server.context.pool.query(
      `SELECT count(*)::int AS n FROM analyses a JOIN pgboss.job j ON j.data->>'id' = a.id::text
       WHERE a.state IN ('queued', 'running')`,
    );
    if (rows[0].n === count) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error('they did not get under way');
}

/** User names in the order in which their analyses were taken. */
async function order(): Promise<string> {
  const { rows } = await server.context.pool.query(
    `SELECT u.username AS name FROM analyses a JOIN users u ON u.id = a.user_id ORDER BY a.started_at`,
  );
  return rows.map(({ name }) => name).join(' ');
}

describe('the analysis queue', { timeout: 60_000 }, () => {
  it('lets accounts and organizations take turns, however many one of them sent before', async () => {
    const [ada, ben, eve] = [
      await server.bearer('ada'),
      await server.bearer('ben'),
      await server.bearer('eve'),
    ];
    const replies = [send(ada, 'wait 3000', 'A-1')];
    await untilUnderWay(1);
    for (const [at, each] of [2, 3, 4, 5].entries()) {
      replies.push(send(ada, 'wait 50', `A-${each}`));
      await untilUnderWay(2 + at);
    }
    for (const [by, patient, at] of [
      [eve, 'E-1', 6],
      [ben, 'B-1', 7],
      [eve, 'E-2', 8],
    ] as const) {
      replies.push(send(by, 'wait 50', patient));
      await untilUnderWay(at);
    }
    for (const { statusCode } of await Promise.all(replies)) expect(statusCode).toBe(200);
    expect(await order()).toBe('ada eve ada ben eve ada ada ada');
  });

  it('gives an order its turn that is sent again since the queue never got it', async () => {
    const ada = await server.bearer('ada');
    const replies = [send(ada, 'wait 5000', 'A-1')];
    await untilUnderWay(1);
    replies.push(send(ada, 'wait 50', 'A-2'));
    await untilUnderWay(2);
    replies.push(send(ada, 'wait 50', 'A-3', 'sent-again-1'));
    await untilUnderWay(3);
    const { pool } = server.context;
    const job = `FROM pgboss.job j USING analyses a
      WHERE j.data->>'id' = a.id::text AND a.idempotency_key = 'sent-again-1'`;
    const priority = async (statement: string) => (await pool.query(statement)).rows[0]?.priority;
    const first = await priority(`DELETE ${job} RETURNING j.priority`);
    expect(first).toBe(-2);
    replies.push(send(ada, 'wait 50', 'A-3', 'sent-again-1'));
    await untilUnderWay(3);
    expect(await priority(`SELECT j.priority ${job.replace('USING', ',')}`)).toBe(first);
    for (const { statusCode } of await Promise.all(replies)) expect(statusCode).toBe(200);
  });

  it('takes an account later that has sent what ends a thread', async () => {
    const [ada, eve] = [await server.bearer('ada'), await server.bearer('eve')];
    for (const patient of ['A-1', 'A-2', 'A-3'])
      expect((await send(ada, 'crash', patient)).statusCode).toBe(500);
    const replies = [send(eve, 'wait 2000', 'E-1')];
    await untilUnderWay(1);
    replies.push(send(ada, 'wait 50', 'A-4'));
    await untilUnderWay(2);
    replies.push(send(eve, 'wait 50', 'E-2'));
    await untilUnderWay(3);
    await Promise.all(replies);
    expect((await order()).split(' ').slice(3)).toEqual(['eve', 'eve', 'ada']);
  });
});
