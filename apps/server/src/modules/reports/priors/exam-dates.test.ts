import { batchReply } from '@second-read/contract/batches';
import { priorsReply, type ReportReply, reportReply } from '@second-read/contract/reports';
import { greyAttributes, writeDicom } from '@second-read/core/decode/dicom/write-dicom.test-support';
import { readElements } from '@second-read/core/encode/dicom/read-elements.test-support';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeDataKey, parseKeyRing } from '../../../platform/crypto/key-ring.ts';
import { analyses } from '../../../platform/database/schema.ts';
import { analysisUpload, multipart } from '../../../testing/multipart.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { openExam, resealPatients } from '../../patients/index.ts';

let server: TestServer;
let ada: { authorization: string };

beforeAll(async () => {
  server = await startTestServer({ environment: { UPLOAD_LIMIT: '100' } });
  ada = await server.bearer('ada');
});
afterAll(() => server.close());

const study = '1.2.840.99.17';

/** A CT of one patient as a scanner writes it. */
function ct(date: string, time = '103000', patientId = 'MRN-1'): Uint8Array {
  return writeDicom({
    '0008,0016': ['UI', '1.2.840.10008.5.1.4.1.1.2'],
    '0008,0018': ['UI', `${study}.1.${date}`],
    '0008,0020': ['DA', date],
    '0008,0030': ['TM', time],
    '0008,0060': ['CS', 'CT'],
    '0010,0020': ['LO', patientId],
    '0020,000d': ['UI', study],
    '0020,000e': ['UI', `${study}.1`],
    '0020,0013': ['IS', '31'],
    ...greyAttributes(2, 2, 8),
    '7fe0,0010': ['OB', Uint8Array.of(1, 2, 3, 4)],
  });
}

async function analyse(image: string | Uint8Array, patient = 'MRN-1'): Promise<ReportReply> {
  const { payload, headers } = analysisUpload(image, patient);
  const url = '/api/lung_segmentation/process/';
  const reply = await server.app.inject({ method: 'POST', url, payload, headers: { ...headers, ...ada } });
  return reportReply.parse(reply.json());
}

const get = (url: string, at = server) => at.app.inject({ url, headers: ada });
const exported = (id: string, form: string, query = '') =>
  get(`/api/lung_segmentation/reports/${id}/export/${form}/${query}`);
const dataSet = async (id: string, query = '') =>
  readElements((await exported(id, 'dicom-picture', query)).rawPayload).dataSet;

describe('the date of an exam', () => {
  it('is told with the report, and kept sealed', async () => {
    const report = await analyse(ct('20071122'), 'MRN-7');
    expect(report.study).toMatchObject({ exam_date: '2007-11-22', exam_time: '10:30:00' });
    const { rows } = await server.context.pool.query('SELECT * FROM analyses');
    const stored = await server.context.pool.query('SELECT * FROM reports');
    expect(JSON.stringify([rows, stored.rows])).not.toMatch(/20071122|2007-11-22|1\.2\.840\.99/);
  });

  it('is unknown of a file that does not say it', async () => {
    expect((await analyse('picture', 'MRN-8')).study).not.toHaveProperty('exam_date');
    expect((await analyse(ct('00000000'), 'MRN-8')).study).not.toHaveProperty('exam_date');
  });

  it('orders priors, whatever was uploaded first; without one the upload counts', async () => {
    const newest = await analyse(ct('20190301'));
    const oldest = await analyse(ct('20071122'));
    const middle = await analyse(ct('20120505'));
    const undated = await analyse('picture');
    const priors = async ({ id }: ReportReply) => {
      const url = `/api/lung_segmentation/reports/${id}/priors/`;
      return priorsReply.parse((await get(url)).json()).results;
    };
    expect((await priors(newest)).map(({ id }) => id)).toEqual([middle.id, oldest.id]);
    expect((await priors(middle)).map(({ id, exam_date }) => [id, exam_date])).toEqual([
      [oldest.id, '2007-11-22'],
    ]);
    expect(await priors(oldest)).toEqual([]);
    expect((await priors(undated)).map(({ id }) => id)).toEqual([newest.id, middle.id, oldest.id]);
  });

  it('stands in CSV, FHIR and DICOM in place of the date of the analysis', async () => {
    const { id } = await analyse(ct('20071122'));
    const [head = '', line = ''] = (await exported(id, 'csv')).body.split('\r\n');
    expect([head.split(',').at(-5), line.split(',').at(-5)]).toEqual(['"Exam date"', '"2007-11-22 10:30"']);
    const [report] = (await exported(id, 'fhir')).json().entry;
    expect(report.resource.effectiveDateTime).toBe('2007-11-22');
    // In the scanner's zone, which the file does not name: none is claimed.
    const written = await dataSet(id);
    expect(written).toMatchObject({ StudyDate: '20071122', StudyTime: '103000' });
    expect(written).not.toHaveProperty('TimezoneOffsetFromUTC');
  });

  it('and the rest of the exam open under a new key once they are sealed anew', async () => {
    const { config, db } = server.context;
    const newer = makeDataKey();
    const older = Buffer.from(config.keys[0].secret).toString('base64');
    const both = parseKeyRing(`${newer} ${older}`);
    await resealPatients({ db, config: { ...config, keys: both } });
    const rows = await db.select().from(analyses);
    const exams = rows.map((row) => openExam(row, parseKeyRing(newer)));
    expect(exams.filter((exam) => exam?.instance?.studyUid === study).length).toBeGreaterThan(3);
    await resealPatients({ db, config: { ...config, keys: parseKeyRing(`${older} ${newer}`) } });
  });
});

describe('the slices of one file', () => {
  it('are all of its exam, also those that are sent without it again', async () => {
    const url = '/api/lung_segmentation/batches/';
    const payload = { patient_id: 'MRN-9', slices: 2 };
    const begun = await server.app.inject({ method: 'POST', url, payload, headers: ada });
    const { id } = batchReply.parse(begun.json());
    for (const [slice, image] of [ct('20071122', '103000', 'MRN-9'), null].entries()) {
      const { payload, headers } = multipart([
        { name: 'frame', content: String(slice + 1) },
        ...(image ? [{ name: 'image', content: image, fileName: 'a.dcm' }] : []),
      ]);
      const at = `${url}${id}/slices/${slice + 1}/`;
      const reply = await server.app.inject({
        ...{ method: 'POST', url: at, payload },
        headers: { ...headers, ...ada },
      });
      expect(reply.statusCode).toBe(202);
    }
    const rows = (await server.context.db.select().from(analyses)).filter(({ batchId }) => batchId === id);
    const exams = rows.map((row) => openExam(row, server.context.config.keys)?.taken?.date);
    expect(exams).toEqual(['2007-11-22', '2007-11-22']);
  });
});

describe('exports of an uploaded file', () => {
  it('stand beside it in an archive: its study, and references to its series and instance', async () => {
    const { id } = await analyse(ct('20071122'));
    expect(await dataSet(id)).toMatchObject({
      StudyInstanceUID: study,
      SourceImageSequence: [{ ReferencedSOPInstanceUID: `${study}.1.20071122` }],
    });
  });

  it('that leave the house have new UIDs everywhere, so that no instance is in two studies', async () => {
    const { id } = await analyse(ct('20071122'));
    const [inside, outside] = [await dataSet(id), await dataSet(id, '?uids=new')];
    for (const name of ['StudyInstanceUID', 'SeriesInstanceUID', 'SOPInstanceUID'] as const) {
      expect(outside[name]).toMatch(/^2\.25\./);
      expect(outside[name]).not.toBe(inside[name]);
    }
    expect(JSON.stringify(outside)).not.toContain(study);
    expect((await exported(id, 'dicom-picture', '?uids=old')).statusCode).toBe(400);
  });

  it('are a study of their own where the patient of the report is not the one that the file names', async () => {
    const { id } = await analyse(ct('20071122'), 'SOMEBODY-ELSE');
    expect((await dataSet(id)).StudyInstanceUID).toMatch(/^2\.25\./);
  });

  it('never name it where EXPORT_UIDS is new', async () => {
    const { id } = await analyse(ct('20071122'));
    const { config } = server.context;
    Object.assign(server.context, { config: { ...config, exportUids: 'new' } });
    expect(JSON.stringify(await dataSet(id))).not.toContain(study);
    Object.assign(server.context, { config });
  });
});
