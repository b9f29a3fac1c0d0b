import { processReply } from '@second-read/contract/analyses';
import { trialCountsReply } from '@second-read/contract/trials';
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { analysisUpload } from '../../testing/multipart.ts';
import { type ScriptedCompute, scriptedCompute } from '../../testing/scripted-compute.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let compute: ScriptedCompute;
let ada: { authorization: string };

beforeEach(async () => {
  compute = scriptedCompute();
  server = await startTestServer({ compute });
  ada = await server.bearer('ada');
});
afterEach(() => server.close());

function post(
  image: string,
  { key, apiPath = 'breast_segmentation' }: { key?: string; apiPath?: string } = {},
) {
  const { payload, headers } = analysisUpload(image);
  const url = `/api/${apiPath}/process/`;
  const idempotency = key === undefined ? {} : { 'idempotency-key': key };
  return server.app.inject({ method: 'POST', url, payload, headers: { ...headers, ...ada, ...idempotency } });
}

async function remaining(): Promise<number | undefined> {
  const reply = await server.app.inject({ url: '/api/trials/count/', headers: ada });
  return trialCountsReply.parse(reply.json()).find((each) => each.service_type === 'breast_segmentation')
    ?.trial_count;
}

async function numberOf(table: 'reports' | 'analyses'): Promise<number> {
  const { rows } = await server.context.db.execute(sql.raw(`SELECT count(*)::int AS n FROM ${table}`));
  return Number(rows[0]?.n);
}

describe('charging', () => {
  it('gives exactly 10 results and charges exactly 10 for 100 parallel calls against a limit of 10', async () => {
    const replies = await Promise.all(Array.from({ length: 100 }, (_, index) => post(`picture ${index}`)));
    const completed = replies.filter((reply) => reply.statusCode === 200);
    const refused = replies.filter((reply) => reply.statusCode === 403);
    expect([completed.length, refused.length]).toEqual([10, 90]);
    expect(new Set(completed.map((reply) => processReply.parse(reply.json()).id)).size).toBe(10);
    for (const reply of refused) {
      expect(reply.json()).toEqual({
        error: 'No trials remaining for Breast Segmentation',
        code: 'no_trials_remaining',
      });
    }
    expect([await numberOf('reports'), await remaining(), compute.reads()]).toEqual([10, 0, 10]);
  });

  it.each([
    ['brain_ct', 'No trials remaining for Brain CT Classification'],
    ['lung_segmentation', 'No trials remaining for Lung Segmentation'],
    ['cervix-segmentation', 'No trials remaining for Cervix Segmentation'],
  ])('counts %s on its own and says so when it is used up', async (apiPath, error) => {
    await server.context.pool.query(
      `INSERT INTO trials (user_id, service_type, allowed, used)
       SELECT id, $1, 3, 3 FROM users WHERE username = 'ada'`,
      [{ brain_ct: 'brain_ct_classification' }[apiPath] ?? apiPath.replace('-', '_')],
    );
    const reply = await post('picture', { apiPath });
    expect([reply.statusCode, reply.json().error]).toEqual([403, error]);
    expect((await post('picture')).statusCode).toBe(200);
  });

  it.each(['refuse', 'damaged', 'crash'])(
    'charges nothing for a picture that ends in "%s"',
    async (image) => {
      await post(image);
      expect([await remaining(), await numberOf('reports')]).toEqual([10, 0]);
    },
  );

  it('frees what a failed analysis held back', async () => {
    for (let index = 0; index < 12; index += 1) expect((await post('refuse')).statusCode).toBe(422);
    expect((await post('picture')).statusCode).toBe(200);
  });

  it('shows the same usage on the dashboard', async () => {
    await post('picture');
    const reply = await server.app.inject({ url: '/api/accounts/dashboard/', headers: ada });
    expect(reply.json().usage).toContainEqual({
      service_type: 'breast_segmentation',
      images_uploaded: 1,
      image_upload_limit: 10,
    });
  });
});

describe('Idempotency-Key', () => {
  it('makes one report of parallel and later calls with the same key', async () => {
    const calls = Array.from({ length: 8 }, () => post('wait 200', { key: 'key-00000001' }));
    const replies = [...(await Promise.all(calls)), await post('wait 200', { key: 'key-00000001' })];
    const ids = replies.map((reply) => processReply.parse(reply.json()).id);
    expect(new Set(ids).size).toBe(1);
    expect([await numberOf('reports'), await remaining(), compute.reads()]).toEqual([1, 9, 1]);
  });

  it('gives a stored report again when no trials are left', async () => {
    const first = await post('picture', { key: 'key-00000002' });
    await server.context.pool.query('UPDATE trials SET used = allowed');
    const again = await post('picture', { key: 'key-00000002' });
    expect([again.statusCode, again.json().id]).toEqual([200, first.json().id]);
  });

  it('refuses a key that was used for another picture or module', async () => {
    await post('picture', { key: 'key-00000003' });
    const otherPicture = await post('another', { key: 'key-00000003' });
    const otherModule = await post('picture', { key: 'key-00000003', apiPath: 'lung_segmentation' });
    for (const reply of [otherPicture, otherModule]) {
      expect([reply.statusCode, reply.json().code]).toEqual([409, 'idempotency_conflict']);
    }
  });

  it('lets two accounts use the same key', async () => {
    const first = await post('picture', { key: 'key-00000004' });
    ada = await server.bearer('ben');
    const second = await post('picture', { key: 'key-00000004' });
    expect(second.json().id).not.toBe(first.json().id);
  });

  it('refuses a picture again without reading it again', async () => {
    await post('refuse', { key: 'key-00000005' });
    const again = await post('refuse', { key: 'key-00000005' });
    expect([again.statusCode, compute.reads()]).toEqual([422, 1]);
  });

  it('tries anew after a failure of the server', async () => {
    await post('crash', { key: 'key-00000006' });
    const again = await post('crash', { key: 'key-00000006' });
    expect([again.statusCode, compute.reads(), await numberOf('analyses')]).toEqual([500, 2, 1]);
  });

  it('refuses a malformed key', async () => {
    const reply = await post('picture', { key: 'a b' });
    expect([reply.statusCode, reply.json().code]).toEqual([400, 'invalid_request']);
  });
});
