import { readdir } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { trialCountsReply } from '@second-read/contract/trials';
import {
  greyAttributes,
  wordBytes,
  writeDicom,
} from '@second-read/core/decode/dicom/write-dicom.test-support';
import { desc } from 'drizzle-orm';
import { afterEach, describe, expect, it } from 'vitest';
import { analyses } from '../../../platform/database/schema.ts';
import { multipart } from '../../../testing/multipart.ts';
import { startTestServer, type TestServer, type TestServerOptions } from '../../../testing/test-server.ts';

const url = '/api/breast_segmentation/process/';
const dicom = writeDicom({
  '0010,0010': ['PN', 'Doe^Jane'],
  '0010,0020': ['LO', 'HOSPITAL-1'],
  ...greyAttributes(2, 2, 16),
  '7fe0,0010': ['OW', wordBytes([1, 2, 3, 4])],
});

let server: TestServer;
let ada: { authorization: string };
afterEach(() => server.close());

async function start(environment: TestServerOptions['environment'] = {}): Promise<void> {
  server = await startTestServer({ environment: { ...environment, UPLOAD_LIMIT: '5' } });
  ada = await server.bearer('ada');
}

function post(image: Uint8Array, headers: Record<string, string> = {}, part = 'original') {
  const upload = multipart([
    { name: 'patient_id', content: '0042' },
    { name: 'image', content: part === 'image' ? image : 'picture', fileName: 'a.jpg' },
    ...(part === 'original' ? [{ name: part, content: image, fileName: 'a.dcm' }] : []),
  ]);
  const { payload } = upload;
  return server.app.inject({
    method: 'POST',
    url,
    payload,
    headers: { ...upload.headers, ...ada, ...headers },
  });
}

async function kept(): Promise<{ row: typeof analyses.$inferSelect; content: Buffer }> {
  const [row] = await server.context.db.select().from(analyses).orderBy(desc(analyses.createdAt)).limit(1);
  const blob = row?.sourceKey && (await server.context.blobs.open(row.sourceKey));
  if (!row || !blob) throw new Error('nothing kept');
  return { row, content: await buffer(blob.stream) };
}

describe('an uploaded DICOM file', () => {
  it.each(['original', 'image'])('sent as %s is stored without its identity', async (part) => {
    await start();
    expect((await post(dicom, {}, part)).json()).toMatchObject({ patient_id: '0042' });
    const { row, content } = await kept();
    expect(content.toString('latin1')).not.toMatch(/Doe|HOSPITAL/);
    expect(content.toString('latin1')).toContain('113100');
    expect(content.subarray(-8)).toEqual(Buffer.from(wordBytes([1, 2, 3, 4])));
    expect(row.sourceBytes).toBe(content.length);
    expect(await readdir(server.context.config.uploadDir)).toEqual([]);
  });

  it('sent again under its key is the same order', async () => {
    await start();
    const headers = { 'idempotency-key': 'key-of-a-dicom' };
    const [first, second] = [await post(dicom, headers), await post(dicom, headers)];
    expect([second.statusCode, second.json().id]).toEqual([200, first.json().id]);
    expect((await server.context.db.select().from(analyses)).length).toBe(1);
  });

  it('that cannot be cleaned is refused: nothing is stored, reserved or charged', async () => {
    await start();
    const reply = await post(dicom.slice(0, -2));
    expect([reply.statusCode, reply.json().code]).toEqual([400, 'invalid_file']);
    expect(await server.context.db.select().from(analyses)).toEqual([]);
    expect(await readdir(server.context.config.uploadDir)).toEqual([]);
    const counts = await server.app.inject({ url: '/api/trials/count/', headers: ada });
    expect(trialCountsReply.parse(counts.json())[0]?.trial_count).toBe(5);
  });

  it.each([
    [{ RETAIN_ORIGINAL_TAGS: '1' }, true],
    [{ RETAIN_PATIENT_DETAILS: '1' }, true],
    [{}, false],
  ] as const)(
    'keeps what it says of patient and request, sealed, where the site does: %j',
    async (set, keeps) => {
      await start(set);
      const of = writeDicom({
        '0008,0016': ['UI', '1.2.840.10008.5.1.4.1.1.2'],
        '0008,0018': ['UI', '1.2.3.4'],
        '0008,0050': ['SH', 'ACC-77'],
        '0008,0090': ['PN', 'House^Gregory'],
        '0008,1030': ['LO', 'Screening'],
        '0010,0010': ['PN', 'Zimmermann^Ann'],
        '0010,0030': ['DA', '19700131'],
        '0010,0020': ['LO', 'HOSPITAL-1'],
        '0010,0040': ['CS', 'F'],
        '0010,1010': ['AS', '054Y'],
        '0020,000d': ['UI', '1.2.3'],
        '0020,000e': ['UI', '1.2.3.1'],
        ...greyAttributes(2, 2, 16),
        '7fe0,0010': ['OW', wordBytes([1, 2, 3, 4])],
      });
      const { id } = (await post(of)).json();
      const get = (path: string) => server.app.inject({ url: `/api/${path}`, headers: ada });
      const { study } = (await get(`reports/${id}/`)).json();
      const told = {
        patient_name: 'Zimmermann^Ann',
        patient_birth_date: '19700131',
        patient_sex: 'F',
        patient_age: '054Y',
        accession_number: 'ACC-77',
        referring_physician: 'House^Gregory',
        study_description: 'Screening',
      };
      for (const [name, value] of Object.entries(told)) expect(study[name]).toBe(keeps ? value : undefined);
      const [item] = (await get('worklist/')).json().items;
      expect([item.patient_name, item.accession_number]).toEqual(
        keeps ? ['Zimmermann^Ann', 'ACC-77'] : [undefined, undefined],
      );
      const fhir = await get(`breast_segmentation/reports/${id}/export/fhir/`);
      expect([/Zimmermann/.test(fhir.body), /ACC-77/.test(fhir.body)]).toEqual([keeps, keeps]);
      const sr = await get(`breast_segmentation/reports/${id}/export/dicom-sr/`);
      expect(sr.rawPayload.toString('latin1').includes('Zimmermann^Ann')).toBe(keeps);
      const { rows } = await server.context.pool.query('SELECT a.*, r.* FROM analyses a, reports r');
      expect(JSON.stringify(rows)).not.toMatch(/Zimmermann|ACC-77|Gregory/);
    },
  );

  it('is stored as it came with RETAIN_ORIGINAL_TAGS=1', async () => {
    await start({ RETAIN_ORIGINAL_TAGS: '1' });
    await post(dicom);
    expect((await kept()).content.equals(Buffer.from(dicom))).toBe(true);
  });
});
