import { readFileSync } from 'node:fs';
import { eq, isNotNull } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ctSlice, dicomReport, dicomWebOf, first } from './modules/dicomweb/dicomweb.test-support.ts';
import { readExam } from './modules/reports/export/exam.test-support.ts';
import { analyses } from './platform/database/schema.ts';
import { startTestServer, type TestServer } from './testing/test-server.ts';

let server: TestServer;
let ada: { authorization: string };
let web: ReturnType<typeof dicomWebOf>;
beforeAll(async () => {
  server = await startTestServer({ environment: { UPLOAD_LIMIT: '1000' } });
  ada = await server.bearer('ada');
  web = dicomWebOf(server, ada);
});
afterAll(() => server.close());

describe('an exam of DICOM slices', () => {
  beforeAll(async () => {
    const files = [1, 2, 3].map((number) => ctSlice(number));
    await readExam(server, ada, { path: 'brain_ct', slices: 3, files });
  });

  it('is one series, with every slice at its place and at full depth', async () => {
    const slices = await web.json('/studies/1.2.3/series/1.2.3.4/metadata');
    expect(slices.map((each) => each['00200032']?.Value)).toEqual([
      [0, 0, 5],
      [0, 0, 10],
      [0, 0, 15],
    ]);
    expect(new Set(slices.map((each) => first(each, '00200052')))).toEqual(new Set(['1.2.3.9']));
    const [frame] = await web.parts('/studies/1.2.3/series/1.2.3.4/instances/1.2.3.4.3/frames/1');
    expect(frame?.body.readUInt16LE(10)).toBe(305);
    const rendered = await web.get('/studies/1.2.3/series/1.2.3.4/instances/1.2.3.4.3/rendered');
    expect(rendered.headers['content-type']).toBe('image/jpeg');
    const reports = await web.json('/studies/1.2.3/series?Modality=SR');
    expect(reports.length).toBe(1);
  });

  it('is sent instance by instance', async () => {
    const files = await web.parts('/studies/1.2.3/series/1.2.3.4');
    expect(files.map(({ body }) => body.subarray(128, 132).toString())).toEqual(['DICM', 'DICM', 'DICM']);
  });
});

it('an exam of pictures is one series of secondary captures, numbered in its order', async () => {
  await readExam(server, ada, { path: 'lung_segmentation', slices: 3 });
  const { db } = server.context;
  const rows = await db.select().from(analyses).where(isNotNull(analyses.examSlice));
  // As pictures leave it: they state nothing of their pixels.
  for (const { id, module, examSlice } of rows) {
    const facts = examSlice && { ...examSlice.facts, bitsStored: 0 };
    if (module === 'lung' && facts)
      await db
        .update(analyses)
        .set({ examSlice: { ...examSlice, facts } })
        .where(eq(analyses.id, id));
  }
  const studies = await web.json('/studies?ModalitiesInStudy=OT');
  expect(studies.length).toBe(1);
  const series = await web.json(`/studies/${first(studies[0], '0020000D')}/series?Modality=OT`);
  expect(series.map((each) => first(each, '00201209'))).toEqual([3]);
  const at = `/studies/${first(studies[0], '0020000D')}/series/${first(series[0], '0020000E')}`;
  const captures = await web.json(`${at}/metadata`);
  expect(captures.map((each) => first(each, '00200013'))).toEqual([1, 2, 3]);
  expect(new Set(captures.map((each) => first(each, '00080018'))).size).toBe(3);
});

describe('compressed pixels', () => {
  const file = readFileSync(
    new URL('./platform/compute/codecs/fixtures/jpeg-ls-81-12-bit.dcm', import.meta.url),
  );
  let at: string;
  beforeAll(async () => {
    await dicomReport(server, ada, file, { patient: 'CODED' });
    const [study] = await web.json('/studies?PatientID=CODED');
    const [image] = (await web.json(`/studies/${first(study, '0020000D')}/metadata`)).filter(
      (each) => each['00280100'] && first(each, '00280101') === 12,
    );
    at = `/studies/${first(study, '0020000D')}/series/${first(image, '0020000E')}/instances/${first(image, '00080018')}`;
  });

  it('are sent as they are stored to whoever takes every transfer syntax, else as samples', async () => {
    const any = 'multipart/related; type="application/octet-stream"; transfer-syntax=*';
    const [stored] = await web.parts(`${at}/frames/1`, any);
    expect(stored?.type).toBe('application/octet-stream; transfer-syntax=1.2.840.10008.1.2.4.81');
    expect([...(stored?.body.subarray(0, 2) ?? [])]).toEqual([0xff, 0xd8]);
    const [plain] = await web.parts(`${at}/frames/1`, 'multipart/related; type="application/octet-stream"');
    expect(plain?.type).toBe('application/octet-stream; transfer-syntax=1.2.840.10008.1.2.1');
    const [metadata] = await web.json(`${at}/metadata`);
    const pixels = Number(first(metadata, '00280010')) * Number(first(metadata, '00280011'));
    expect(plain?.body.length).toBe(2 * pixels);
  });
});

describe('a site that gives results UIDs of their own', () => {
  let other: TestServer;
  afterAll(() => other.close());

  it('serves the file under others than its own, beside the capture that results refer to', async () => {
    other = await startTestServer({ environment: { UPLOAD_LIMIT: '1000', EXPORT_UIDS: 'new' } });
    const headers = await other.bearer('ada');
    await dicomReport(other, headers, ctSlice(1));
    const { json, parts } = dicomWebOf(other, headers);
    const [study] = await json('/studies');
    expect(first(study, '0020000D')).toMatch(/^2\.25\./);
    const uid = first(study, '0020000D');
    const all = await json(`/studies/${uid}/metadata`);
    expect(all.map((each) => first(each, '00080060'))).toEqual(['CT', 'OT', 'SR']);
    expect(JSON.stringify(all)).not.toMatch(/"1\.2\.3[".]|Doe/);
    const files = await parts(`/studies/${uid}`);
    for (const { body } of files) expect(body.toString('latin1')).not.toMatch(/1\.2\.3\.[49]|Doe/);
  });
});
