import { createHash, randomBytes } from 'node:crypto';
import { picturesKnownReply, reportReply } from '@second-read/contract/reports';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { reports } from '../../platform/database/schema.ts';
import { multipart } from '../../testing/multipart.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { findReadPictures } from './read-pictures.ts';

type Bearer = { authorization: string };
let server: TestServer;
let [ada, ben, eve]: Bearer[] = [];

beforeAll(async () => {
  server = await startTestServer({ environment: { UPLOAD_LIMIT: '1000' } });
  [ada, ben, eve] = [await server.bearer('ada'), await server.bearer('ben'), await server.bearer('eve')];
});
afterAll(() => server.close());

const digest = (content: string) => createHash('sha256').update(content).digest('hex');

/** One analysis of a file; the browser may send it re-encoded, with the file itself beside it. */
async function analyse(content: string, { by = ada, patient = 'P-1', parts = {} as Record<string, string> }) {
  const { original, ...fields } = parts;
  const file = (name: string, bytes: string) => ({ name, content: bytes, fileName: 'picture.png' });
  const { payload, headers } = multipart([
    { name: 'patient_id', content: patient },
    ...Object.entries(fields).map(([name, value]) => ({ name, content: value })),
    ...(original === undefined ? [] : [file('original', original)]),
    file('image', content),
  ]);
  const url = '/api/breast_segmentation/process/';
  const reply = await server.app.inject({ method: 'POST', url, payload, headers: { ...headers, ...by } });
  return reportReply.parse(reply.json()).id;
}

const ask = (payload: object, by = ada, apiPath = 'breast_segmentation') =>
  server.app.inject({
    method: 'POST',
    url: `/api/${apiPath}/pictures/known/`,
    payload,
    headers: by ?? {},
  });

async function known(contents: readonly string[], patient_id?: string, by = ada, apiPath?: string) {
  const pictures = contents.map((content) => ({ sha256: digest(content) }));
  const reply = await ask({ pictures, ...(patient_id && { patient_id }) }, by, apiPath);
  expect(reply.headers['cache-control']).toBe('no-store');
  return picturesKnownReply.parse(reply.json());
}

describe('a picture that was read before', () => {
  it('is told with its newest report and whether that is of the same patient', async () => {
    expect(await known(['seen'], 'P-1')).toEqual({ known: 0, latest: null });
    await analyse('seen', {});
    const id = await analyse('seen', { by: ben });
    expect(await known(['seen'], ' P-1 ')).toMatchObject({ known: 1, latest: { id, same_patient: true } });
    expect(await known(['seen'], 'P-2')).toMatchObject({ latest: { id, same_patient: false } });
    expect(await known(['seen'])).toMatchObject({ latest: { id, same_patient: false } });
  });

  it('is told to a technician only where the technician uploaded it', async () => {
    await analyse('of others', {});
    const setRole = (role: string) =>
      server.context.pool.query(`UPDATE users SET role = $1 WHERE username = 'ben'`, [role]);
    await setRole('technician');
    expect(await known(['of others'], 'P-1', ben)).toEqual({ known: 0, latest: null });
    const id = await analyse('of others', { by: ben });
    expect(await known(['of others'], 'P-1', ben)).toMatchObject({ known: 1, latest: { id } });
    await setRole('senior_reader');
  });

  it('is unknown to another organisation, another module and as another frame', async () => {
    await analyse('own', {});
    expect((await known(['own'], 'P-1', eve)).known).toBe(0);
    expect((await known(['own'], 'P-1', ada, 'lung_segmentation')).known).toBe(0);
    const framed = await analyse('many frames', { parts: { frame: '2' } });
    const of = async (frame?: number) => {
      const reply = await ask({ pictures: [{ sha256: digest('many frames'), ...(frame && { frame }) }] });
      return picturesKnownReply.parse(reply.json()).latest?.id;
    };
    expect([await of(2), await of(1), await of()]).toEqual([framed, undefined, undefined]);
  });

  it('is the file that was chosen, not what the browser made of it', async () => {
    const id = await analyse('re-encoded', { parts: { original: 'as chosen' } });
    expect((await known(['as chosen'])).latest?.id).toBe(id);
    expect((await known(['re-encoded'])).known).toBe(0);
  });

  it('counts those of a series', async () => {
    await analyse('slice 1', {});
    await analyse('slice 2', {});
    await analyse('slice 2', {});
    expect((await known(['slice 1', 'slice 2', 'slice 3'])).known).toBe(2);
  });

  it('of a generated patient ID is of no patient who has the same by chance', async () => {
    await analyse('stranger', { patient: '4711', parts: { patient_id_generated: '1' } });
    expect((await known(['stranger'], '4711')).latest).toMatchObject({ same_patient: false });
  });

  it('is known under the keys of before, and not under foreign ones', async () => {
    await analyse('rotated', {});
    const { keys } = server.context.config;
    const fresh = { id: 'fresh', secret: new Uint8Array(randomBytes(32)) };
    const { organisationId } = await server.signIn('ada');
    const wanted = {
      organisationId,
      module: 'breast',
      pictures: [{ sha256: digest('rotated') }],
      patientId: 'P-1',
    } as const;
    const under = (ring: typeof keys) =>
      findReadPictures(wanted, { ...server.context, config: { ...server.context.config, keys: ring } });
    expect(await under([fresh, ...keys])).toMatchObject({ known: 1, latest: { same_patient: true } });
    expect(await under([fresh])).toEqual({ known: 0, latest: null });
  });

  it('is forgotten when its report is erased', async () => {
    const id = await analyse('erased', {});
    expect((await known(['erased'])).known).toBe(1);
    await server.context.db.delete(reports).where(eq(reports.id, id));
    expect((await known(['erased'])).known).toBe(0);
  });

  it('is kept as nothing that its own digest can be read from', async () => {
    const { rows } = await server.context.pool.query(
      'SELECT picture_digest, a::text AS whole FROM analyses a',
    );
    expect(rows.length).toBeGreaterThan(0);
    for (const row of rows) expect(row.picture_digest).toMatch(/^[\w-]{43}$/);
    // Re-encoded, and what was sent beside it was read: of that file nothing but the keyed digest is kept.
    for (const row of rows) expect(row.whole).not.toContain(digest('re-encoded'));
  });

  it('is asked about on the trail, in a session, with whole digests and no more than a series', async () => {
    await known(['seen', 'never']);
    const { rows } = await server.context.pool.query(
      `SELECT details, user_id FROM audit_events WHERE action = 'picture.looked_up' ORDER BY id DESC LIMIT 1`,
    );
    expect(rows[0]).toMatchObject({ details: { module: 'breast', pictures: 2, known: 1 } });
    const one = { sha256: digest('seen') };
    expect((await ask({ pictures: [one] }, {} as Bearer)).statusCode).toBe(401);
    for (const pictures of [[], [{ sha256: "' OR 1=1" }], Array.from({ length: 1001 }, () => one)])
      expect((await ask({ pictures })).statusCode).toBe(400);
  });
});
