import { batchReply } from '@second-read/contract/batches';
import {
  greyAttributes,
  wordBytes,
  writeDicom,
} from '@second-read/core/decode/dicom/write-dicom.test-support';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeDataKey, parseKeyRing } from '../../../platform/crypto/key-ring.ts';
import { multipart } from '../../../testing/multipart.ts';
import { scriptedCompute } from '../../../testing/scripted-compute.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { resealPatients } from '../../patients/index.ts';

let server: TestServer;
let ada: { authorization: string };
beforeEach(async () => {
  server = await startTestServer({ compute: scriptedCompute(), environment: { WORKER_CONCURRENCY: '0' } });
  ada = await server.bearer('ada');
});
afterEach(() => server.close());

interface Named {
  readonly id?: string;
  readonly name?: string;
  readonly born?: string;
  readonly issuer?: string;
  readonly study?: string;
}
let made = 0;

function picture({
  id = 'RPT-A',
  name = 'Doe^Ann',
  born = '19700131',
  issuer = 'NORTH',
  study = '1.2',
}: Named) {
  made += 1;
  return writeDicom({
    '0008,0016': ['UI', '1.2.840.10008.5.1.4.1.1.2'],
    '0008,0018': ['UI', `1.2.3.${made}`],
    '0008,0060': ['CS', 'CT'],
    '0010,0010': ['PN', name],
    '0010,0020': ['LO', id],
    '0010,0021': ['LO', issuer],
    '0010,0030': ['DA', born],
    '0020,000d': ['UI', study],
    '0020,000e': ['UI', '1.2.7'],
    ...greyAttributes(2, 2, 16),
    '7fe0,0010': ['OW', wordBytes([1, 2, 3, made])],
  });
}

function start(body: Record<string, unknown> = {}, headers: Record<string, string> = {}) {
  const payload = { patient_id: 'RPT-A', slices: 3, kind: 'exam', ...body };
  const url = '/api/brain_ct/batches/';
  return server.app.inject({ method: 'POST', url, payload, headers: { ...ada, ...headers } });
}
const begin = async (body: Record<string, unknown> = {}) => batchReply.parse((await start(body)).json()).id;

function send(id: string, slice: number, file: Uint8Array) {
  const { payload, headers } = multipart([{ name: 'image', content: file, fileName: `file-${slice}.dcm` }]);
  const url = `/api/brain_ct/batches/${id}/slices/${slice}/`;
  return server.app.inject({ method: 'POST', url, payload, headers: { ...headers, ...ada } });
}
const stored = async () =>
  (await server.context.pool.query('SELECT count(*)::int AS n FROM analyses WHERE slice IS NOT NULL')).rows[0]
    .n;

describe('the slices of a batch', () => {
  it.each([
    ['patient ID', { id: 'RPT-B' }, 'patient_mismatch'],
    ['issuer of the patient ID', { issuer: 'SOUTH' }, 'several_patients'],
    ['patient name', { name: 'Doe^Eve' }, 'several_patients'],
    ['birth date', { born: '19700130' }, 'several_patients'],
    ['study', { study: '1.3' }, 'several_studies'],
  ] as const)(
    'are of one patient and study: another %s is refused with its file',
    async (field, other, code) => {
      const id = await begin();
      expect((await send(id, 1, picture({}))).statusCode).toBe(202);
      const reply = await send(id, 2, picture(other));
      expect([reply.statusCode, reply.json().code, await stored()]).toEqual([409, code, 1]);
      if (code === 'patient_mismatch') return;
      expect(reply.json().error).toContain('Image 2 (file-2.dcm)');
      expect(reply.json().error).toContain(`(different: ${field})`);
      expect(reply.json().patients.map(({ files }: { files: number }) => files)).toEqual([1, 1]);
      // The right file still makes the exam whole.
      expect((await send(id, 2, picture({}))).statusCode).toBe(202);
    },
  );

  it('are of one patient where the typed ID is confirmed or generated, too', async () => {
    for (const said of [{ patient_id_confirmed: true }, { patient_id_generated: true }]) {
      const id = await begin({ patient_id: '0042', ...said });
      expect((await send(id, 1, picture({}))).statusCode).toBe(202);
      const reply = await send(id, 2, picture({ id: 'RPT-B' }));
      expect([reply.statusCode, reply.json().code]).toEqual([409, 'several_patients']);
      expect(reply.json().patients.map((each: { patient_id: string }) => each.patient_id)).toEqual([
        'RPT-A',
        'RPT-B',
      ]);
    }
  });

  it('are of one patient, whichever of two that come at once is first', async () => {
    const id = await begin({ patient_id_generated: true });
    const files = [picture({ id: 'RPT-A' }), picture({ id: 'RPT-B' }), picture({ id: 'RPT-C' })];
    const replies = await Promise.all(files.map((file, at) => send(id, at + 1, file)));
    expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([202, 409, 409]);
    expect(await stored()).toBe(1);
  });

  it('spelled in another way are taken, and the reply says so', async () => {
    const id = await begin();
    expect((await send(id, 1, picture({}))).json()).toEqual({ slice: 1, state: 'queued' });
    const reply = await send(id, 2, picture({ id: 'rpt-a ', name: 'DOE, ANN' }));
    expect(reply.json()).toEqual({ slice: 2, state: 'queued', spelled: ['patient ID', 'patient name'] });
  });

  it('are compared across a change of keys, and no identity is in the database', async () => {
    const id = await begin();
    await send(id, 1, picture({ name: 'Zimmermann^Ann' }));
    const { rows } = await server.context.pool.query('SELECT * FROM batches');
    expect(JSON.stringify(rows)).not.toMatch(/RPT-A|Zimmermann|19700131|NORTH/);
    const present = Buffer.from(server.context.config.keys[0].secret).toString('base64');
    const newer = makeDataKey();
    const config = { ...server.context.config, keys: parseKeyRing(`${newer} ${present}`) };
    await resealPatients({ ...server.context, config });
    Object.assign(server.context, { config: { ...config, keys: parseKeyRing(newer) } });
    expect((await send(id, 2, picture({ name: 'Doe^Eve' }))).json().code).toBe('several_patients');
    expect((await send(id, 3, picture({ name: 'zimmermann^ann' }))).statusCode).toBe(202);
  });
});

describe('a typed patient ID', () => {
  it('that is not the files’ is refused before anything is stored, and taken once it is confirmed', async () => {
    const id = await begin({ patient_id: '0042' });
    const reply = await send(id, 1, picture({}));
    expect([reply.statusCode, reply.json().code, await stored()]).toEqual([409, 'patient_mismatch', 0]);
    expect(reply.json().error).toContain('The file names patient RPT-A (Doe^Ann, born 19700131');
    expect((await send(await begin({ patient_id: 'rpt-a' }), 1, picture({}))).statusCode).toBe(202);
  });

  it.each([
    [undefined, 200],
    ['0', 409],
    ['1', 200],
  ])('of a single picture: patient_id_confirmed %s answers %i', async (confirmed, status) => {
    await server.close();
    server = await startTestServer({ compute: scriptedCompute() });
    ada = await server.bearer('ada');
    const { payload, headers } = multipart([
      { name: 'patient_id', content: '0042' },
      ...(confirmed === undefined ? [] : [{ name: 'patient_id_confirmed', content: confirmed }]),
      { name: 'image', content: picture({}), fileName: 'a.dcm' },
    ]);
    const url = '/api/brain_ct/process/';
    const reply = await server.app.inject({ method: 'POST', url, payload, headers: { ...headers, ...ada } });
    const { rows } = await server.context.pool.query('SELECT count(*)::int AS n FROM analyses');
    expect([reply.statusCode, rows[0].n]).toEqual([status, status === 200 ? 1 : 0]);
    if (status === 409) expect(reply.json().code).toBe('patient_mismatch');
  });
});

describe('an idempotency key', () => {
  it.each([
    ['patient', { patient_id: 'RPT-B' }],
    ['generated flag', { patient_id_generated: true }],
    ['confirmation', { patient_id_confirmed: true }],
    ['statement', { exam: { contrast: true } }],
    ['number of slices', { slices: 4 }],
    ['kind', { kind: 'slices' }],
  ])('belongs to one request: another %s is a conflict', async (_what, other) => {
    const key = { 'idempotency-key': 'series-0001' };
    const first = await start({}, key);
    expect((await start({}, key)).json().id).toBe(first.json().id);
    const reply = await start(other, key);
    expect([reply.statusCode, reply.json().code]).toEqual([409, 'idempotency_conflict']);
  });
});
