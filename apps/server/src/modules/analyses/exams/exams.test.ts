import { wordingOf } from '@second-read/analyses/stored-reading';
import { batchReply } from '@second-read/contract/batches';
import { examSlicesReply, reportReply, reportsReply } from '@second-read/contract/reports';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { multipart } from '../../../testing/multipart.ts';
import { onePixelPng, type ScriptedCompute, scriptedCompute } from '../../../testing/scripted-compute.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';

let server: TestServer;
let compute: ScriptedCompute;
let ada: { authorization: string };

beforeEach(async () => {
  compute = scriptedCompute();
  server = await startTestServer({ compute, environment: { WORKER_CONCURRENCY: '2', UPLOAD_LIMIT: '1' } });
  ada = await server.bearer('ada');
});
afterEach(() => server.close());

function start(slices: number, apiPath = 'brain_ct', exam?: unknown) {
  const payload = { patient_id: '0042', slices, kind: 'exam', ...(exam !== undefined && { exam }) };
  return server.app.inject({ method: 'POST', url: `/api/${apiPath}/batches/`, payload, headers: ada });
}

async function begin(slices: number): Promise<string> {
  return batchReply.parse((await start(slices)).json()).id;
}

function send(id: string, slice: number, image = `slice ${slice}`) {
  const { payload, headers } = multipart([{ name: 'image', content: image, fileName: 'slice.dcm' }]);
  const url = `/api/brain_ct/batches/${id}/slices/${slice}/`;
  return server.app.inject({ method: 'POST', url, payload, headers: { ...headers, ...ada } });
}

const get = (url: string) => server.app.inject({ url, headers: ada });
const progress = async (id: string) => batchReply.parse((await get(`/api/batches/${id}/`)).json());

async function until(id: string, isDone: (batch: Awaited<ReturnType<typeof progress>>) => boolean) {
  for (const end = Date.now() + 120_000; Date.now() < end; ) {
    const batch = await progress(id);
    if (isDone(batch)) return batch;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('waited in vain');
}

const ended = (id: string) => until(id, ({ state }) => state === 'completed' || state === 'stopped');

async function numbers(): Promise<{ used: number; reports: number }> {
  const { rows } = await server.context.pool.query(
    `SELECT (SELECT coalesce(sum(used), 0)::int FROM trials) AS used, (SELECT count(*)::int FROM reports) AS reports`,
  );
  return rows[0];
}

async function blobsOf(id: string): Promise<boolean[]> {
  const { rows } = await server.context.pool.query(
    'SELECT source_key FROM analyses WHERE batch_id = $1 AND slice IS NOT NULL',
    [id],
  );
  return Promise.all(
    rows.map(async ({ source_key }) => {
      const blob = await server.context.blobs.open(source_key);
      blob?.stream.destroy();
      return blob !== undefined;
    }),
  );
}

describe('an exam', () => {
  it('tells in its report which of several series was sent, and that contrast medium was given', async () => {
    const outline = { slices: 2, thicknessMm: 5, kernel: 'H30s' };
    const others = [{ slices: 46, thicknessMm: 1, kernel: 'H60s' }];
    const said = { series: { read: outline, others, by: 'user' }, contrast: true };
    const { id } = batchReply.parse((await start(2, 'brain_ct', said)).json());
    for (const slice of [1, 2]) await send(id, slice);
    const { report_id: report } = await ended(id);
    const { exam } = reportReply.parse((await get(`/api/reports/${report}/`)).json());
    const text = JSON.stringify(exam && wordingOf(exam));
    expect(text).toContain('Series read: 2 slices, 5 mm thick, kernel H30s; chosen by the user.');
    expect(text).toContain('Other series, not read: 46 slices, 1 mm thick, kernel H60s.');
    expect(text).toContain('Contrast medium is on record');
  });

  it('refuses a statement that carries free text, or speaks of slices that are not sent', async () => {
    const read = { slices: 2, thicknessMm: 5, kernel: 'Doe, Jane *1970' };
    const views = [{ slice: 3, side: 'left', view: null }];
    for (const said of [{ series: { read, others: [], by: 'user' } }, { views }])
      expect((await start(2, 'brain_ct', said)).statusCode).toBe(400);
  });

  it('is one charge, one report and one row of the history, whatever became of single slices', async () => {
    const id = await begin(5);
    for (const slice of [3, 1, 2]) expect((await send(id, slice)).statusCode).toBe(202);
    await send(id, 4, 'refuse');
    expect((await progress(id)).state).toBe('receiving');
    await send(id, 5, 'damaged');
    const end = await ended(id);
    expect(end).toMatchObject({ kind: 'exam', completed: 3, refused: 1, failed: 1, message: null });
    expect(end.report_id).toMatch(/^brain-/);
    expect(await numbers()).toEqual({ used: 1, reports: 1 });
    const list = reportsReply.parse((await get('/api/brain_ct/my-reports/')).json());
    expect(list.results.map((report) => report.id)).toEqual([end.report_id]);
    const report = reportReply.parse((await get(`/api/reports/${end.report_id}/`)).json());
    expect(report).toMatchObject({ patient_id: '0042', study: { exam_slices: 5 }, exam: { kind: 'exam' } });
    expect(report.exam?.slices.map(({ sent, status }) => [sent, status])).toEqual([
      [1, 'read'],
      [2, 'read'],
      [3, 'read'],
      [4, 'refused'],
      [5, 'failed'],
    ]);
    const slices = examSlicesReply.parse((await get(`/api/reports/${end.report_id}/slices/`)).json());
    expect(slices.map(({ file }) => file)).toEqual(['slice-0001', 'slice-0002', 'slice-0003']);
    expect(slices[1]).toMatchObject({
      pixel_mm: { x: 1, y: 1 },
      geometry: { position: [0, 0, 10], row: [1, 0, 0], column: [0, 1, 0], thickness_mm: null },
      hanging: null,
    });
    const picture = await server.app.inject({ url: slices[1]?.original_url ?? '' });
    expect(picture.rawPayload).toEqual(onePixelPng);
  });

  it('gives each slice at full depth, as it is stored, by a signed link that leaves a line in the audit trail', async () => {
    const id = await begin(2);
    await Promise.all([send(id, 1), send(id, 2)]);
    const { report_id: report } = await ended(id);
    const slices = examSlicesReply.parse((await get(`/api/reports/${report}/slices/`)).json());
    const url = slices[1]?.dicom_url ?? '';
    expect(slices[1]?.frame).toBeNull();
    const reply = await server.app.inject({ url });
    expect([reply.statusCode, reply.body]).toEqual([200, 'slice 2']);
    expect(reply.headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'cache-control': 'private, no-store',
      'content-security-policy': "default-src 'none'; sandbox",
    });
    const { rows } = await server.context.pool.query(
      `SELECT subject_id FROM audit_events WHERE action = 'image.read' ORDER BY id DESC LIMIT 1`,
    );
    expect(url).toContain(String(rows[0].subject_id));
    expect((await server.app.inject({ url: `${url}&size=small` })).statusCode).toBe(404);
    expect((await server.app.inject({ url: url.replace(/signature=.*/, 'signature=x') })).statusCode).toBe(
      403,
    );
  });

  it('leaves as one report, one bundle and one line; forms of a single image are not made of it', async () => {
    const id = await begin(2);
    await Promise.all([send(id, 1), send(id, 2)]);
    const { report_id: report } = await ended(id);
    const exported = (form: string) => get(`/api/brain_ct/reports/${report}/export/${form}/`);
    const [sr, fhir, csv] = await Promise.all(['dicom-sr', 'fhir', 'csv'].map(exported));
    expect([sr, fhir, csv].map((reply) => reply?.statusCode)).toEqual([200, 200, 200]);
    const kinds = fhir?.json().entry.map(({ resource }: { resource: { resourceType: string } }) => {
      return resource.resourceType;
    });
    expect(kinds.filter((kind: string) => kind === 'ImagingStudy')).toHaveLength(1);
    expect(kinds).not.toContain('Media');
    expect(csv?.body).toContain('Exam of 2 images');
    for (const form of ['dicom-seg', 'dicom-sc', 'dicom-picture'])
      expect([form, (await exported(form)).json().code]).toEqual([form, 'not_exportable']);
  });

  it('holds one trial back from its start, and costs none where nothing could be read', async () => {
    const id = await begin(2);
    expect((await start(2)).statusCode).toBe(403);
    for (const slice of [1, 2]) await send(id, slice, 'refuse');
    const end = await ended(id);
    expect(end).toMatchObject({ report_id: null, message: 'This does not look like a mammogram.' });
    expect(await numbers()).toEqual({ used: 0, reports: 0 });
    expect((await start(2)).statusCode).toBe(200);
  });

  it('is canceled: nothing of it is kept, nothing is charged, and its trial is free again', async () => {
    const id = await begin(3);
    await send(id, 1);
    await until(id, ({ completed }) => completed === 1);
    await send(id, 2, 'wait 60000');
    const url = `/api/batches/${id}/cancel/`;
    const reply = await server.app.inject({ method: 'POST', url, headers: ada });
    expect(reply.json()).toMatchObject({ state: 'stopped', report_id: null, cancelled: 2, in_flight: 0 });
    expect(await blobsOf(id)).toEqual([false, false]);
    expect((await send(id, 3)).json().code).toBe('batch_stopped');
    expect(await numbers()).toEqual({ used: 0, reports: 0 });
    expect((await start(2)).statusCode).toBe(200);
  });

  it('counts a slice that was sent twice once, and never makes a second report', async () => {
    const id = await begin(2);
    await Promise.all([send(id, 1), send(id, 1), send(id, 2), send(id, 2)]);
    await ended(id);
    expect((await send(id, 2)).json()).toEqual({ slice: 2, state: 'completed' });
    expect([compute.reads(), await numbers()]).toEqual([2, { used: 1, reports: 1 }]);
  });

  it('is not offered for a module that reads single photographs', async () => {
    const reply = await start(2, 'cervix-segmentation');
    expect([reply.statusCode, reply.json().code]).toEqual([400, 'invalid_request']);
  });
});
