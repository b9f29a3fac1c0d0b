import { batchReply, batchResultsReply } from '@second-read/contract/batches';
import { reportReply } from '@second-read/contract/reports';
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { analysisUpload, multipart } from '../../../testing/multipart.ts';
import { type ScriptedCompute, scriptedCompute } from '../../../testing/scripted-compute.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { endAnalysis } from '../run/end-analysis.ts';

let server: TestServer;
let compute: ScriptedCompute;
let ada: Caller;

type Caller = { authorization: string };

beforeEach(async () => {
  compute = scriptedCompute();
  server = await startTestServer({ compute, environment: { WORKER_CONCURRENCY: '1' } });
  ada = await server.bearer('ada');
});
afterEach(() => server.close());

function start(slices: number, headers: Record<string, string> = {}) {
  return server.app.inject({
    method: 'POST',
    url: '/api/lung_segmentation/batches/',
    payload: { patient_id: ' 0042 ', slices },
    headers: { ...ada, ...headers },
  });
}

async function begin(slices: number): Promise<string> {
  const reply = await start(slices);
  expect(reply.statusCode).toBe(200);
  return batchReply.parse(reply.json()).id;
}

function send(
  id: string,
  slice: number,
  image: string | null = `picture ${slice}`,
  by: Caller = ada,
  frame?: string,
) {
  const { payload, headers } = multipart([
    ...(image === null ? [] : [{ name: 'image', content: image, fileName: 'slice.dcm' }]),
    ...(frame === undefined ? [] : [{ name: 'frame', content: frame }]),
  ]);
  const url = `/api/lung_segmentation/batches/${id}/slices/${slice}/`;
  return server.app.inject({ method: 'POST', url, payload, headers: { ...headers, ...by } });
}

const get = (url: string, headers: Caller = ada) => server.app.inject({ url, headers });
const progress = async (id: string) => batchReply.parse((await get(`/api/batches/${id}/`)).json());
const results = async (id: string) =>
  batchResultsReply.parse((await get(`/api/batches/${id}/results/`)).json());

async function until(id: string, isDone: (batch: Awaited<ReturnType<typeof progress>>) => boolean) {
  for (const end = Date.now() + 120_000; Date.now() < end; ) {
    const batch = await progress(id);
    if (isDone(batch)) return batch;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('waited in vain');
}

const ended = (id: string) => until(id, ({ state }) => state === 'completed' || state === 'stopped');

async function used(): Promise<number> {
  const { rows } = await server.context.pool.query('SELECT coalesce(sum(used), 0)::int AS used FROM trials');
  return rows[0].used;
}

describe('a series that is read as a batch', () => {
  it('reads every slice, charges each result, and tells refused and damaged ones apart', async () => {
    const id = await begin(4);
    expect(await progress(id)).toMatchObject({ state: 'receiving', slices: 4, received: 0 });
    for (const [slice, image] of [
      [2, 'found 60'],
      [1, 'picture'],
      [3, 'refuse'],
      [4, 'damaged'],
    ] as const) {
      const reply = await send(id, slice, image);
      expect([reply.statusCode, reply.json().slice]).toEqual([202, slice]);
    }
    const end = await ended(id);
    expect(end).toMatchObject({ state: 'completed', received: 4, completed: 2, refused: 1, failed: 1 });
    expect([end.with_findings, await used()]).toEqual([1, 2]);
    const { results: slices, patient_id } = await results(id);
    expect(patient_id).toBe('0042');
    expect(slices.map(({ slice, state, has_findings }) => [slice, state, has_findings])).toEqual([
      [2, 'completed', true],
      [1, 'completed', false],
      [3, 'refused', false],
      [4, 'failed', false],
    ]);
    expect(slices.map(({ words }) => words)).toEqual([
      'Nodule 60.0 %',
      'Nothing found',
      'This does not look like a mammogram.',
      'The image is damaged and could not be read.',
    ]);
    const report = reportReply.parse((await get(`/api/reports/${slices[0]?.report_id}/`)).json());
    expect(report).toMatchObject({ patient_id: '0042', study: { slice: 2, slices: 4 } });
  });

  it('counts a slice that was sent twice once', async () => {
    const id = await begin(1);
    const replies = await Promise.all([send(id, 1), send(id, 1), send(id, 1)]);
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([202, 202, 202]);
    await ended(id);
    expect((await send(id, 1)).json()).toEqual({ slice: 1, state: 'completed' });
    expect([compute.reads(), await used(), (await progress(id)).received]).toEqual([1, 1, 1]);
  });

  it('is itself made once for one key', async () => {
    const key = { 'idempotency-key': 'series-0001' };
    const [first, second] = [await start(3, key), await start(3, key)];
    expect(second.json().id).toBe(first.json().id);
    expect((await start(4, key)).json().code).toBe('idempotency_conflict');
  });

  it('stops with a clear word when no trials remain, and has charged what it stored', async () => {
    await server.context.pool.query(
      `INSERT INTO trials (user_id, service_type, allowed, used)
       SELECT id, 'lung_segmentation', 10, 8 FROM users WHERE username = 'ada'`,
    );
    const id = await begin(4);
    expect((await send(id, 1, 'wait 300')).statusCode).toBe(202);
    expect((await send(id, 2, 'refuse')).statusCode).toBe(202);
    const early = await send(id, 3);
    expect([early.statusCode, early.json().error]).toEqual([
      403,
      'No trials remaining for Lung Segmentation',
    ]);
    expect((await progress(id)).stopped_because).toBeNull();
    await until(id, ({ in_flight }) => in_flight === 0);
    // The refused slice gave its trial back.
    expect((await send(id, 3)).statusCode).toBe(202);
    await until(id, ({ in_flight }) => in_flight === 0);
    expect((await send(id, 4)).statusCode).toBe(403);
    expect(await progress(id)).toMatchObject({ state: 'stopped', stopped_because: 'no_trials_remaining' });
    const late = await send(id, 4);
    expect([late.statusCode, late.json().code]).toEqual([409, 'batch_stopped']);
    expect([(await progress(id)).completed, await used()]).toEqual([2, 10]);
  });

  it('is cancelled: what waits is not read, what is stored stays, nothing more is taken', async () => {
    const id = await begin(5);
    await send(id, 1);
    await until(id, ({ completed }) => completed === 1);
    for (const slice of [2, 3, 4]) await send(id, slice, `wait 60000 ${slice}`);
    await until(id, ({ in_flight }) => in_flight === 3);
    const reply = await server.app.inject({
      method: 'POST',
      url: `/api/batches/${id}/cancel/`,
      headers: ada,
    });
    expect(reply.json()).toMatchObject({ state: 'stopped', stopped_because: 'cancelled', cancelled: 3 });
    expect((await send(id, 5)).json().code).toBe('batch_stopped');
    expect((await send(id, 2, 'wait 60000 2')).json().code).toBe('batch_stopped');
    expect([await used(), (await results(id)).results[0]?.state]).toEqual([1, 'completed']);
    const again = await server.app.inject({
      method: 'POST',
      url: `/api/batches/${id}/cancel/`,
      headers: ada,
    });
    expect(again.json()).toMatchObject({ state: 'stopped', completed: 1 });
  });

  it('lets whoever waits before a screen go first', async () => {
    const id = await begin(4);
    // Long enough for all the others to wait behind it.
    await send(id, 1, 'wait 4000');
    await until(id, () => compute.reads() === 1);
    for (const slice of [2, 3, 4]) await send(id, slice);
    const { payload, headers } = analysisUpload('picture');
    const url = '/api/breast_segmentation/process/';
    const reply = await server.app.inject({ method: 'POST', url, payload, headers: { ...headers, ...ada } });
    expect(reply.statusCode).toBe(200);
    expect((await ended(id)).completed).toBe(4);
    const { rows } = await server.context.pool.query('SELECT slice FROM analyses ORDER BY started_at');
    expect(rows.map(({ slice }) => slice).slice(0, 2)).toEqual([1, null]);
  });

  it('gives a slice that waited for long its whole time once it is read', async () => {
    const id = await begin(1);
    await send(id, 1, 'wait 500');
    // Longer than the module's own time, which a picture that was sent alone would have had from the start.
    server.advance(5 * 60_000);
    expect((await ended(id)).completed).toBe(1);
  });

  it('reads the frame that was asked for', async () => {
    const id = await begin(2);
    await send(id, 1, 'frame', ada, '7');
    await send(id, 2, 'picture', ada, '0').then((reply) => expect(reply.statusCode).toBe(400));
    await until(id, ({ completed }) => completed === 1);
    const [first] = (await results(id)).results;
    const report = reportReply.parse((await get(`/api/reports/${first?.report_id}/`)).json());
    expect(report.study).toMatchObject({ frame: 7, frames: 9 });
  });

  it('reads further frames of a file that was sent once, and keeps it as long as any of them needs it', async () => {
    const id = await begin(3);
    expect((await send(id, 2, null, ada, '2')).json().code).toBe('invalid_request');
    await send(id, 1, 'frame', ada, '1');
    for (const slice of [2, 3]) expect((await send(id, slice, null, ada, `${slice}`)).statusCode).toBe(202);
    await ended(id);
    const { results: slices } = await results(id);
    const reports = await Promise.all(slices.map(({ report_id }) => get(`/api/reports/${report_id}/`)));
    expect(reports.map((reply) => reply.json().study.frame)).toEqual([1, 2, 3]);
    const { rows } = await server.context.pool.query('SELECT DISTINCT source_key FROM analyses');
    expect(rows.length).toBe(1);
    // One of them is gone: the others still have their file.
    const [row] = await server.context.db
      .execute(sql`SELECT id FROM analyses WHERE slice = 1`)
      .then((all) => all.rows);
    await server.context.pool.query(`UPDATE analyses SET state = 'running' WHERE slice = 1`);
    await endAnalysis(
      { id: String(row?.id) },
      { state: 'failed', errorCode: 'analysis_failed' },
      server.context,
    );
    const kept = await server.context.blobs.open(rows[0].source_key);
    kept?.stream.destroy();
    expect(kept).toBeDefined();
  });

  it('is seen by the organisation, listed to its owner, and unknown to everybody else', async () => {
    const id = await begin(1);
    await send(id, 1);
    await ended(id);
    const [ben, eve] = [await server.bearer('ben'), await server.bearer('eve')];
    for (const path of [`/api/batches/${id}/`, `/api/batches/${id}/results/`]) {
      expect([(await get(path, ben)).statusCode, (await get(path, eve)).statusCode]).toEqual([200, 404]);
    }
    for (const by of [ben, eve]) {
      expect((await get('/api/batches/', by)).json()).toEqual([]);
      expect((await send(id, 1, 'picture', by)).statusCode).toBe(404);
      const url = `/api/batches/${id}/cancel/`;
      expect((await server.app.inject({ method: 'POST', url, headers: by })).statusCode).toBe(404);
    }
    expect((await get('/api/batches/')).json()).toMatchObject([{ id, patient_id: '0042', completed: 1 }]);
  });

  it('leaves a line on the trail when it begins, stops and is read', async () => {
    const id = await begin(2);
    await results(id);
    await server.app.inject({ method: 'POST', url: `/api/batches/${id}/cancel/`, headers: ada });
    const { rows } = await server.context.pool.query(
      'SELECT action FROM audit_events WHERE subject_id = $1 ORDER BY id',
      [id],
    );
    expect(rows.map(({ action }) => action)).toEqual(['batch.started', 'batch.read', 'batch.stopped']);
  });

  it.each([
    ['a slice beyond the end', 3, 'picture', 400],
    ['slice 0', 0, 'picture', 400],
  ])('refuses %s', async (_what, slice, image, status) => {
    const id = await begin(2);
    expect((await send(id, slice, image)).statusCode).toBe(status);
  });

  it.each([0, 1001, 1.5])('refuses %s slices', async (slices) => {
    expect((await start(slices)).statusCode).toBe(400);
  });

  it('counts a file that is too large as failed and goes on', async () => {
    await server.close();
    server = await startTestServer({ compute, environment: { MAX_UPLOAD_MB: '1' } });
    ada = await server.bearer('ada');
    const id = await begin(2);
    expect((await send(id, 1, 'x'.repeat(1024 * 1024 + 1))).json()).toEqual({ slice: 1, state: 'failed' });
    await send(id, 2);
    expect(await ended(id)).toMatchObject({ state: 'completed', completed: 1, failed: 1 });
  });
});
