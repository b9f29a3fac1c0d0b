import { anyReadingOf, readingOf } from '@second-read/analyses/stored-reading';
import { auditReply } from '@second-read/contract/audit';
import { exportForms, type ReportReply, reportReply } from '@second-read/contract/reports';
import { decodeStudy } from '@second-read/core/decode/decode-study';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCodecs } from '../../../platform/compute/codecs/create-codecs.ts';
import { exportUid } from '../../../platform/compute/forms/export-uid.ts';
import { analysisUpload } from '../../../testing/multipart.ts';
import { scriptedCompute } from '../../../testing/scripted-compute.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';

const [width, height] = [6, 4];
const labels = Uint8Array.from({ length: width * height }, (_, i) => (i % 5 === 0 ? 4 : 2));
const grey = Uint8Array.from({ length: width * height }, (_, i) => i * 10);
let server: TestServer;
let [ada, ben, eve] = [{ authorization: '' }, { authorization: '' }, { authorization: '' }];
let report: ReportReply;

beforeAll(async () => {
  const png = async (data: Uint8Array) =>
    sharp(data, { raw: { width, height, channels: 1 } })
      .toColourspace('b-w')
      .png()
      .toBuffer();
  const [original, labelsPng] = [await png(grey), await png(labels)];
  const scripted = scriptedCompute();
  const compute = {
    ...scripted,
    read: async (...of: Parameters<typeof scripted.read>) => {
      const outcome = await scripted.read(...of);
      if (outcome.status !== 'completed') return outcome;
      const study = { ...outcome.study, width, height };
      const wire = { report_text: ['birads_cat:4', 'mass:1', 'mass_shape:3', 'mass_confidence:81.5'] };
      const reading = anyReadingOf(readingOf({ module: 'breast', wire }));
      return { ...outcome, wire, reading, study, labels: labelsPng, views: { original } };
    },
  };
  server = await startTestServer({ compute });
  [ada, ben, eve] = [await server.bearer('ada'), await server.bearer('ben'), await server.bearer('eve')];
  report = await analyse('=0042');
});
afterAll(() => server.close());

async function analyse(patient: string, path = 'breast_segmentation'): Promise<ReportReply> {
  const { payload, headers } = analysisUpload('picture', patient);
  const url = `/api/${path}/process/`;
  const reply = await server.app.inject({ method: 'POST', url, payload, headers: { ...headers, ...ada } });
  return reportReply.parse(reply.json());
}

const get = (form: string, by = ben, id = report.id, path = 'breast_segmentation') =>
  server.app.inject({ url: `/api/${path}/reports/${id}/export/${form}/`, headers: by });

async function lastEntry() {
  await server.context.pool.query(`UPDATE users SET role = 'auditor' WHERE username = 'ada'`);
  const reply = await server.app.inject({ url: '/api/audit/?action=report', headers: ada });
  return auditReply.parse(reply.json()).entries[0];
}

/** Key images are a reader's: `key-images.test.ts`. */
const forms = exportForms.filter((form) => form !== 'dicom-ko');

describe('an exported report', () => {
  it.each(forms)(
    'comes as %s for a colleague: a named file, never kept by a cache, on the trail',
    async (form) => {
      const reply = await get(form);
      expect(reply.statusCode).toBe(200);
      expect(reply.headers['cache-control']).toBe('no-store');
      expect(reply.headers['content-disposition']).toMatch(
        new RegExp(`^attachment; filename="${report.id}\\.[a-z.-]+"$`),
      );
      expect(await lastEntry()).toMatchObject({
        action: 'report.exported',
        outcome: 'success',
        user: 'ben',
        subject: report.id,
        details: { format: form },
      });
    },
  );

  it.each(forms)('as %s is the same at every export', async (form) => {
    expect((await get(form)).rawPayload.equals((await get(form, ada)).rawPayload)).toBe(true);
  });

  it('is not found by another organisation or under another module, and that is on the trail', async () => {
    for (const form of exportForms) {
      const reply = await get(form, eve);
      expect([reply.statusCode, reply.json().code]).toEqual([404, 'not_found']);
    }
    expect((await get('csv', ben, report.id, 'lung_segmentation')).statusCode).toBe(404);
    expect(await lastEntry()).toMatchObject({
      action: 'report.denied',
      outcome: 'failure',
      subject: report.id,
    });
  });

  it('needs a session, and a form that there is', async () => {
    const bare = await server.app.inject({
      url: `/api/breast_segmentation/reports/${report.id}/export/csv/`,
    });
    expect([bare.statusCode, bare.json().code]).toEqual([401, 'not_signed_in']);
    expect((await get('docx')).statusCode).toBe(400);
  });

  it('as picture and capture decodes to the stored picture, the capture with the findings on it', async () => {
    const decode = async (form: string) => {
      const decoded = await decodeStudy((await get(form)).rawPayload, createCodecs());
      if (!decoded.ok) throw new Error(decoded.problem);
      return decoded.study;
    };
    const picture = await decode('dicom-picture');
    expect([...picture.grey.data]).toEqual([...grey]);
    expect(picture.source.patientId).toBe('=0042');
    const colours = (await decode('dicom-sc')).colour?.data ?? [];
    // Class 4 is a mass: #2ECC71 at 0.45 over black.
    expect([...colours.slice(0, 3)]).toEqual([0x2e, 0xcc, 0x71].map((channel) => Math.round(channel * 0.45)));
  });

  it('as CSV is one line, its patient ID no formula', async () => {
    const [head, line, rest] = (await get('csv')).body.split('\r\n');
    expect(head).toContain('"Mass confidence %"');
    expect(line).toContain(`"${report.id}","'=0042"`);
    expect(line).toContain('"81.5"');
    expect(rest).toBe('');
  });

  it('as FHIR is preliminary', async () => {
    const reply = await get('fhir');
    expect(reply.headers['content-type']).toBe('application/fhir+json; charset=utf-8');
    expect(reply.json().entry[0].resource).toMatchObject({
      resourceType: 'DiagnosticReport',
      status: 'preliminary',
    });
  });

  it('refuses DICOM where it would have to alter the patient ID', async () => {
    const { id } = await analyse('back\\slash');
    const reply = await get('dicom-sr', ada, id);
    expect([reply.statusCode, reply.json().code]).toEqual([422, 'not_exportable']);
    expect((await get('fhir', ada, id)).body).toContain('back\\\\slash');
  });
});

describe('a CAD report of mammography', () => {
  it('is made of no other picture', async () => {
    const { id } = await analyse('0043', 'lung_segmentation');
    const reply = await get('dicom-cad-sr', ada, id, 'lung_segmentation');
    expect([reply.statusCode, reply.json().code]).toEqual([422, 'not_exportable']);
  });
});

describe('the history as CSV', () => {
  const history = (which: string, by = ben, q = '') =>
    server.app.inject({
      url: `/api/breast_segmentation/${which}-reports/export/`,
      query: { q },
      headers: by,
    });

  it("has the organisation's reports, or one's own, of the patients searched for", async () => {
    const lines = async (...of: Parameters<typeof history>) =>
      (await history(...of)).body
        .split('\r\n')
        .slice(1, -1)
        .map((line) => line.split(',')[1]);
    expect(await lines('all', ben, '0042')).toEqual([`"'=0042"`]);
    expect(await lines('my', ben)).toEqual([]);
    expect(await lines('all', eve)).toEqual([]);
    expect((await lines('my', ada)).length).toBeGreaterThan(0);
  });

  it('names on the trail every report that was sent', async () => {
    await history('all', ben, '0042');
    const reply = await server.app.inject({ url: '/api/audit/?action=reports.exported', headers: ada });
    expect(auditReply.parse(reply.json()).entries[0]?.details).toEqual({
      module: 'breast',
      scope: 'all',
      format: 'csv',
      reports: [report.id],
    });
  });
});

describe('the API description', () => {
  it('names every export', async () => {
    const { paths } = (await server.app.inject({ url: '/api/docs/json' })).json();
    const base = '/api/breast_segmentation';
    expect(paths[`${base}/reports/{id}/export/{form}/`].get.parameters).toContainEqual(
      expect.objectContaining({ name: 'form', schema: expect.objectContaining({ enum: [...exportForms] }) }),
    );
    expect(paths).toHaveProperty([`${base}/all-reports/export/`]);
  });
});

describe('UIDs of exports', () => {
  it('are UUIDs of at most 44 characters, one for each report and name', () => {
    const uids = ['a', 'b'].flatMap((id) => [exportUid(id)('study'), exportUid(id)('report')]);
    expect(new Set(uids).size).toBe(4);
    for (const uid of uids) expect(uid).toMatch(/^2\.25\.[1-9]\d{0,38}$/);
    expect(exportUid('a')('study')).toBe(uids[0]);
  });
});
