import { readdir } from 'node:fs/promises';
import { manifests } from '@second-read/analyses/manifests';
import { processReply } from '@second-read/contract/analyses';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { analysisUpload, multipart } from '../../testing/multipart.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

const url = '/api/breast_segmentation/process/';
/** As large as may be: a file of this size is written to the disk while it comes. */
const onDisk = Buffer.alloc(2 * 1024 * 1024, 'x');
let server: TestServer;
let ada: { authorization: string };

beforeAll(async () => {
  server = await startTestServer({ environment: { UPLOAD_LIMIT: '1000', MAX_UPLOAD_MB: '2' } });
  ada = await server.bearer('ada');
});
afterAll(() => server.close());

async function post(upload: { payload: Buffer; headers: Record<string, string> }, headers = {}) {
  return server.app.inject({
    method: 'POST',
    url,
    ...upload,
    headers: { ...upload.headers, ...ada, ...headers },
  });
}

describe('POST /api/{module}/process/', () => {
  it.each(manifests)('answers for $id with a stored report and links to its pictures', async (manifest) => {
    const upload = analysisUpload();
    const reply = await server.app.inject({
      method: 'POST',
      url: `/api/${manifest.apiPath}/process/`,
      ...upload,
      headers: { ...upload.headers, ...ada },
    });
    expect(reply.statusCode).toBe(200);
    const report = processReply.parse(reply.json());
    expect(report.id).toMatch(new RegExp(`^${manifest.reportIdPrefix}-[0-9a-f-]{36}$`));
    expect(report.analyzed_by).toEqual({ full_name: 'Reader ada', username: 'ada' });
    expect(report.report_text).toEqual(['birads_cat:2', 'mass:0', 'nodule:0']);
    for (const field of Object.values(manifest.imageFields)) {
      const picture = await server.app.inject({ url: String(report[field]) });
      expect([picture.statusCode, picture.headers['content-type']]).toEqual([200, 'image/png']);
    }
  });

  it('accepts the path without its last slash and the parts in another order', async () => {
    const upload = multipart([
      { name: 'original', content: 'untouched', fileName: 'a.dcm' },
      { name: 'image', content: 'picture', fileName: '../../etc/passwd' },
      { name: 'patient_id', content: '7' },
    ]);
    const headers = { ...upload.headers, ...ada };
    const reply = await server.app.inject({ method: 'POST', url: url.slice(0, -1), ...upload, headers });
    expect(reply.statusCode).toBe(200);
  });

  it('says which slice of a series it is where the sender does, and takes no nonsense for it', async () => {
    const sent = (place: string) =>
      post(
        multipart([
          { name: 'patient_id', content: '7' },
          { name: 'place', content: place },
          { name: 'image', content: 'picture', fileName: 'IM12' },
        ]),
      );
    const report = processReply.parse((await sent('12/30')).json());
    expect(report.study).toMatchObject({ slice: 12, slices: 30 });
    const stored = await server.app.inject({
      url: `/api/breast_segmentation/reports/${report.id}/`,
      headers: ada,
    });
    expect(stored.json().study).toMatchObject({ slice: 12, slices: 30 });
    for (const place of ['31/30', '0/30', '12', '12/', '-1/3', '12/30/2', 'x']) {
      const reply = await sent(place);
      expect([place, reply.statusCode, reply.json().code]).toEqual([place, 400, 'invalid_request']);
    }
  });

  it('reads and keeps the original when it comes beside the image', async () => {
    const reply = await post(
      multipart([
        { name: 'patient_id', content: '7' },
        { name: 'image', content: 'refuse', fileName: 'a.jpg' },
        { name: 'original', content: 'patient XY-1', fileName: 'a.dcm' },
      ]),
    );
    expect(reply.json()).toMatchObject({ dicom_patient_id: 'XY-1' });
    const { rows } = await server.context.db.execute<{ source_key: string }>(
      sql`SELECT source_key FROM analyses ORDER BY created_at DESC LIMIT 1`,
    );
    const kept = await server.context.blobs.open(rows[0]?.source_key ?? '');
    expect(await kept?.stream.toArray().then((chunks) => Buffer.concat(chunks).toString())).toBe(
      'patient XY-1',
    );
  });

  it('reads the frame that was asked for and says so in the report', async () => {
    const parts = (frame: string) => [
      { name: 'patient_id', content: '7' },
      { name: 'image', content: 'frame', fileName: 'a.dcm' },
      { name: 'frame', content: frame },
    ];
    expect((await post(multipart(parts('4')))).json().study).toMatchObject({ frame: 4, frames: 9 });
    for (const frame of ['0', '-1', '1.5', 'x', '9999999']) {
      const reply = await post(multipart(parts(frame)));
      expect([reply.statusCode, reply.json().code]).toEqual([400, 'invalid_request']);
    }
    const twice = await post(multipart([...parts('4'), { name: 'frame', content: '5' }]));
    expect(twice.statusCode).toBe(400);
  });

  it.each(["Robert'); DROP TABLE reports;--", '<script>alert(1)</script>', '漢字 العربية é Ω', '%_\\'])(
    'stores and returns the patient ID %s as it was given',
    async (patientId) => {
      const reply = await post(analysisUpload('picture', `  ${patientId} `));
      expect(reply.json()).toMatchObject({ patient_id: patientId });
    },
  );

  it.each(['\u200b', '\u200b \u2060', '\u3164', '\u2800', '\u00ad\ufe0f'])(
    'refuses a patient ID that nobody sees: %j',
    async (unseen) => {
      const reply = await post(analysisUpload('picture', unseen));
      expect([reply.statusCode, reply.json().code]).toEqual([400, 'patient_id_required']);
    },
  );

  it('says whether the organisation knew the patient', async () => {
    expect((await post(analysisUpload('picture', 'new-one'))).json()).toMatchObject({ patient_known: false });
    expect((await post(analysisUpload('picture', 'new-one'))).json()).toMatchObject({ patient_known: true });
  });

  it.each([
    ['a blank patient ID', analysisUpload('picture', '   '), 400, 'patient_id_required'],
    [
      'no patient ID',
      multipart([{ name: 'image', content: 'x', fileName: 'a' }]),
      400,
      'patient_id_required',
    ],
    ['a patient ID of 201 characters', analysisUpload('picture', 'x'.repeat(201)), 400, 'invalid_request'],
    ['a patient ID of megabytes', analysisUpload('picture', 'x'.repeat(900_000)), 400, 'invalid_request'],
    ['a NUL in the patient ID', analysisUpload('picture', 'a\0b'), 400, 'invalid_request'],
    ['no image', multipart([{ name: 'patient_id', content: '1' }]), 400, 'invalid_request'],
    ['an empty image', analysisUpload(''), 400, 'invalid_file'],
    [
      'an image of 2 MB and a byte',
      analysisUpload(Buffer.alloc(2 * 1024 * 1024 + 1)),
      413,
      'upload_too_large',
    ],
    ['a damaged image', analysisUpload('damaged'), 400, 'invalid_file'],
    ['a picture of something else', analysisUpload('refuse'), 422, 'image_refused'],
    ['a crash of the engine', analysisUpload('crash'), 500, 'analysis_failed'],
    [
      'two images',
      multipart([
        { name: 'patient_id', content: '1' },
        { name: 'image', content: 'x', fileName: 'a' },
        { name: 'image', content: 'x', fileName: 'b' },
      ]),
      400,
      'invalid_request',
    ],
    [
      'an unknown part',
      multipart([
        { name: 'organisation_id', content: '1' },
        { name: 'patient_id', content: '1' },
        { name: 'image', content: 'x', fileName: 'a' },
      ]),
      400,
      'invalid_request',
    ],
    [
      'the image as text',
      multipart([
        { name: 'patient_id', content: '1' },
        { name: 'image', content: 'x' },
      ]),
      400,
      'invalid_request',
    ],
  ])('answers %s with its status and code', async (_what, upload, status, code) => {
    const reply = await post(upload);
    expect([reply.statusCode, reply.json().code]).toEqual([status, code]);
  });

  it('answers a body that is not multipart with 415', async () => {
    const reply = await server.app.inject({
      method: 'POST',
      url,
      headers: ada,
      payload: { patient_id: '1' },
    });
    expect([reply.statusCode, reply.json().code]).toEqual([415, 'unsupported_media_type']);
  });

  it('answers a truncated body with 400', async () => {
    for (const upload of [analysisUpload(), analysisUpload(onDisk)]) {
      const reply = await post({ ...upload, payload: upload.payload.subarray(0, -30) });
      expect([reply.statusCode, reply.json().code]).toEqual([400, 'invalid_request']);
    }
  });

  it('accepts an image of exactly the largest size', async () => {
    expect((await post(analysisUpload(onDisk))).statusCode).toBe(200);
  });

  it('leaves nothing in the upload folder', async () => {
    expect(await readdir(server.context.config.uploadDir)).toEqual([]);
  });

  it('keeps uploads of results only, and charges nothing else', async () => {
    const { rows } = await server.context.db.execute<{ state: string; source_key: string }>(
      sql`SELECT state, source_key FROM analyses`,
    );
    for (const { state, source_key } of rows) {
      const blob = await server.context.blobs.open(source_key);
      blob?.stream.destroy();
      expect([state, blob !== undefined]).toEqual([state, state === 'completed']);
    }
    const { rows: charges } = await server.context.db.execute(
      sql`SELECT (SELECT sum(used)::int FROM trials) AS used, (SELECT count(*)::int FROM reports) AS reports`,
    );
    expect(charges[0]?.used).toBe(charges[0]?.reports);
  });
});
