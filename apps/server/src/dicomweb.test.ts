import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { wordBytes } from '@second-read/core/decode/dicom/write-dicom.test-support';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  ctClass,
  ctSlice,
  dicomReport,
  dicomWebOf,
  first,
} from './modules/dicomweb/dicomweb.test-support.ts';
import { lungReport } from './modules/reports/review/review.test-support.ts';
import { notedWork } from './testing/noted-work.ts';
import { scriptedCompute } from './testing/scripted-compute.ts';
import { startTestServer, type TestServer } from './testing/test-server.ts';

const hasPydicom = spawnSync('python3', ['-c', 'import pydicom']).status === 0;
const folder = mkdtempSync(join(tmpdir(), 'second-read-dicomweb-'));
const compute = notedWork(scriptedCompute());
let server: TestServer;
let ada: { authorization: string };
let web: ReturnType<typeof dicomWebOf>;

beforeAll(async () => {
  server = await startTestServer({
    compute,
    environment: { UPLOAD_LIMIT: '1000', RETAIN_PATIENT_DETAILS: '1' },
  });
  ada = await server.bearer('ada');
  web = dicomWebOf(server, ada);
  await dicomReport(server, ada, ctSlice(1));
  await dicomReport(server, ada, ctSlice(2));
  await lungReport(server, ada, 'PNG-1');
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});

describe('a study of a DICOM file', () => {
  it('is found under the UID of the file, with the identity that the site keeps', async () => {
    const [study, ...others] = await web.json('/studies?StudyInstanceUID=1.2.3');
    expect(others).toEqual([]);
    expect(study).toMatchObject({
      '00080020': { vr: 'DA', Value: ['20260131'] },
      '00100010': { vr: 'PN', Value: [{ Alphabetic: 'Doe^Jane' }] },
      '00100020': { vr: 'LO', Value: ['0042'] },
      '0020000D': { vr: 'UI', Value: ['1.2.3'] },
    });
    expect(study?.['00080061']?.Value).toEqual(['CT', 'SR']);
  });

  it('joins the slices of several reports in one series, and has a report of each', async () => {
    const series = await web.json('/studies/1.2.3/series');
    const counts = series.map((each) => [first(each, '00080060'), first(each, '00201209')]);
    expect(counts.toSorted()).toEqual([
      ['CT', 2],
      ['SR', 1],
      ['SR', 1],
    ]);
    const instances = await web.json('/studies/1.2.3/series/1.2.3.4/instances');
    expect(instances.map((each) => first(each, '00080018')).toSorted()).toEqual(['1.2.3.4.1', '1.2.3.4.2']);
    expect(instances[0]).toMatchObject({ '00280010': { Value: [2] }, '00280011': { Value: [3] } });
  });

  it('says in its metadata what the file said of its pixels and place, and not that identity was removed', async () => {
    const [metadata] = await web.json('/studies/1.2.3/series/1.2.3.4/instances/1.2.3.4.1/metadata');
    expect(metadata).toMatchObject({
      '00080016': { Value: [ctClass] },
      '00200032': { vr: 'DS', Value: [0, 0, 5] },
      '00200052': { Value: ['1.2.3.9'] },
      '00280100': { vr: 'US', Value: [16] },
    });
    for (const tag of ['00120062', '00120063', '7FE00010']) expect(metadata).not.toHaveProperty(tag);
    const whole = await web.json('/studies/1.2.3/metadata');
    expect(whole.map((each) => first(each, '00080060')).toSorted()).toEqual(['CT', 'CT', 'SR', 'SR']);
  });

  it('has its pixels at full depth', async () => {
    const frames = await web.parts('/studies/1.2.3/series/1.2.3.4/instances/1.2.3.4.2/frames/1');
    expect(frames.map(({ type, body }) => [type, [...body]])).toEqual([
      [
        'application/octet-stream; transfer-syntax=1.2.840.10008.1.2.1',
        [...wordBytes([200, 201, 202, 203, 204, 205])],
      ],
    ]);
  });

  it('is read and cut in the compute pool', async () => {
    compute.given.length = 0;
    await web.parts('/studies/1.2.3/series/1.2.3.4/instances/1.2.3.4.2/frames/1');
    expect(compute.given).toEqual(['cutFrames']);
    compute.given.length = 0;
    await web.json('/studies/1.2.3/series/1.2.3.4/metadata');
    expect(compute.given).toEqual([]);
  });

  it.skipIf(!hasPydicom)('is sent as files that pydicom reads', async () => {
    const parts = await web.parts('/studies/1.2.3', 'multipart/related; type="application/dicom"');
    const paths = parts.map(({ type, body }, at) => {
      expect(type).toBe('application/dicom');
      const path = join(folder, `${at}.dcm`);
      writeFileSync(path, body);
      return path;
    });
    const script = `
import json, sys, pydicom
read = [pydicom.dcmread(path) for path in sys.argv[1:]]
print(json.dumps([[str(d.Modality), str(d.PatientName), d.PatientID, d.StudyInstanceUID, d.file_meta.MediaStorageSOPInstanceUID == d.SOPInstanceUID, d.pixel_array.tolist() if 'PixelData' in d else None] for d in read]))`;
    const read = JSON.parse(execFileSync('python3', ['-c', script, ...paths], { encoding: 'utf8' }));
    expect(read.toSorted()).toEqual([
      [
        'CT',
        'Doe^Jane',
        '0042',
        '1.2.3',
        true,
        [
          [100, 101, 102],
          [103, 104, 105],
        ],
      ],
      [
        'CT',
        'Doe^Jane',
        '0042',
        '1.2.3',
        true,
        [
          [200, 201, 202],
          [203, 204, 205],
        ],
      ],
      ['SR', 'Doe^Jane', '0042', '1.2.3', true, null],
      ['SR', 'Doe^Jane', '0042', '1.2.3', true, null],
    ]);
  });
});

describe('a study of a picture', () => {
  let study: string;
  beforeAll(async () => {
    const [found] = await web.json('/studies?PatientID=PNG-1');
    study = String(first(found, '0020000D'));
  });

  it('has a UID of its own and a secondary capture, to which segmentation and report refer', async () => {
    expect(study).toMatch(/^2\.25\.\d+$/);
    const all = await web.json(`/studies/${study}/metadata`);
    expect(all.map((each) => first(each, '00080060'))).toEqual(expect.arrayContaining(['OT', 'SR']));
    const capture = all.find((each) => first(each, '00080060') === 'OT');
    expect(first(capture, '00080016')).toBe('1.2.840.10008.5.1.4.1.1.7');
    const [report] = all.filter((each) => first(each, '00080060') === 'SR');
    expect(JSON.stringify(report)).toContain(String(first(capture, '00080018')));
  });

  it('is exported under the same UIDs', async () => {
    const [found] = await web.json(`/studies/${study}/series?Modality=SR&includefield=SOPInstanceUID`);
    const [{ id } = { id: '' }] = (
      await server.app.inject({ url: '/api/lung_segmentation/my-reports/?q=PNG-1', headers: ada })
    ).json().results;
    const url = `/api/lung_segmentation/reports/${id}/export/dicom-sr/`;
    const { rawPayload } = await server.app.inject({ url, headers: ada });
    for (const uid of [study, String(first(found, '00080018'))]) expect(rawPayload.includes(uid)).toBe(true);
  });

  it('is rendered as JPEG, or as PNG where the caller takes no other', async () => {
    const [capture] = await web.json(`/studies/${study}/series?Modality=OT&includefield=SOPInstanceUID`);
    const at = `/studies/${study}/series/${first(capture, '0020000E')}/instances/${first(capture, '00080018')}`;
    const [jpeg, png] = [await web.get(`${at}/rendered`), await web.get(`${at}/rendered`, 'image/png')];
    expect([jpeg.headers['content-type'], jpeg.rawPayload[0]]).toEqual(['image/jpeg', 0xff]);
    expect([png.headers['content-type'], png.rawPayload[1]]).toEqual(['image/png', 0x50]);
    const frame = await web.get(`${at}/frames/1/rendered`, 'image/*');
    expect(frame.statusCode).toBe(200);
    expect((await web.get(`${at}/frames/2/rendered`)).statusCode).toBe(404);
  });
});

describe('a search', () => {
  it.each([
    ['PatientID=0042', ['0042']],
    ['00100020=PNG*', ['PNG-1']],
    ['PatientName=doe*', ['0042']],
    ['PatientName=Roe*', []],
    ['StudyDate=20260101-20260131', ['0042']],
    ['StudyDate=20260201-', ['PNG-1']],
    ['ModalitiesInStudy=CT', ['0042']],
    ['limit=1&offset=1', ['0042']],
    ['', ['PNG-1', '0042']],
  ])('by "%s" finds %j', async (query, patients) => {
    const found = await web.json(`/studies?${query}`);
    expect(found.map((each) => first(each, '00100020'))).toEqual(patients);
  });

  it('answers 204 without a match, and 400 for an attribute that there is not', async () => {
    expect((await web.get('/studies?PatientID=NOT-HERE')).statusCode).toBe(204);
    const reply = await web.get('/studies?Color=red');
    expect([reply.statusCode, reply.json().code]).toEqual([400, 'invalid_request']);
  });
});

describe('what cannot be sent', () => {
  const slice = '/studies/1.2.3/series/1.2.3.4/instances/1.2.3.4.1';
  it.each([
    ['/studies', 'text/html', 406],
    [`${slice}/metadata`, 'application/dicom+xml', 406],
    [`${slice}/frames/1`, 'multipart/related; type="image/jpeg"', 406],
    [`${slice}/rendered`, 'video/mp4', 406],
    [slice, 'application/dicom', 406],
    [`${slice}/frames/2`, '*/*', 404],
    [`${slice}/frames/0`, '*/*', 400],
    [`${slice}/frames/1,1`, '*/*', 400],
    ['/studies/1.2.3/series/9.9/metadata', '*/*', 404],
    ['/studies/9.9', '*/*', 404],
  ])('%s as %s is answered with %i', async (path, accept, status) => {
    const reply = await web.get(path, accept);
    const code = { 400: 'invalid_request', 404: 'not_found', 406: 'not_acceptable' }[status];
    expect([reply.statusCode, reply.json().code]).toEqual([status, code]);
  });
});
