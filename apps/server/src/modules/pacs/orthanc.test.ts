import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { auditReply } from '@second-read/contract/audit';
import {
  instancesReply,
  originHeader,
  type Push,
  type PushForm,
  pushesReply,
  seriesReply,
  studiesReply,
} from '@second-read/contract/pacs';
import { type ReportReply, reportReply } from '@second-read/contract/reports';
import { decodeStudy } from '@second-read/core/decode/decode-study';
import { type Read, readElements } from '@second-read/core/encode/dicom/read-elements.test-support';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCodecs } from '../../platform/compute/codecs/create-codecs.ts';
import { createCompute } from '../../platform/compute/create-compute.ts';
import { multipart } from '../../testing/multipart.ts';
import {
  hasOrthanc,
  type Orthanc,
  orthancPassword,
  orthancUser,
  startOrthanc,
} from '../../testing/orthanc.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

const sample = (name: string) =>
  readFileSync(fileURLToPath(new URL(`../../../../web/public/samples/${name}`, import.meta.url)));
const slices = ['lung/ct_a0002_08.dcm', 'lung/ct_a0002_15.dcm'].map(sample);
if (!hasOrthanc) console.log('Orthanc with DICOMweb is not installed: what needs a PACS is not tested');

describe.skipIf(!hasOrthanc)('with Orthanc as PACS', () => {
  let orthanc: Orthanc;
  let server: TestServer;
  let [ada, eve] = [{ authorization: '' }, { authorization: '' }];
  const compute = createCompute({ threads: 1 });
  const settings = (changes: Record<string, string> = {}) => ({
    PACS_DICOMWEB_URL: orthanc.dicomWebUrl,
    PACS_USER: orthancUser,
    PACS_PASSWORD: orthancPassword,
    PACS_ORGANISATION: 'Clinic',
    PACS_RETRY_SECONDS: '1',
    ANALYSIS_TIMEOUT_MS: '120000',
    ...changes,
  });
  const start = (changes: Record<string, string>) => startTestServer({ environment: settings(changes) });

  beforeAll(async () => {
    orthanc = await startOrthanc();
    for (const slice of slices) await orthanc.upload(slice);
    server = await startTestServer({ compute, environment: settings() });
    [ada, eve] = [await server.bearer('ada'), await server.bearer('eve')];
  });
  afterAll(async () => {
    await server.close();
    await compute.close();
    await orthanc.stop();
  });

  const get = (url: string, by = ada, on = server) => on.app.inject({ url, headers: by });
  const pictureUrl = ({ study, series, instance }: Name) =>
    `/api/pacs/studies/${study}/series/${series}/instances/${instance}/picture/`;

  interface Name {
    study: string;
    series: string;
    instance: string;
  }

  /** As the screen does: the patient's study, its series, the middle slice. */
  async function choose(on = server, by = ada): Promise<Name & { patientId: string }> {
    const found = studiesReply.parse((await get('/api/pacs/studies/?patient_id=*A0002*', by, on)).json());
    const [{ study_uid: study, patient_id: patientId } = missing] = found.studies;
    const list = seriesReply.parse((await get(`/api/pacs/studies/${study}/series/`, by, on)).json());
    const series = list.series[0]?.series_uid ?? '';
    const url = `/api/pacs/studies/${study}/series/${series}/instances/`;
    const { instances } = instancesReply.parse((await get(url, by, on)).json());
    const instance = instances[Math.floor(instances.length / 2)]?.instance_uid ?? '';
    return { study, series, instance, patientId };
  }
  const missing = { study_uid: '', patient_id: '' };

  async function analyse(file: Uint8Array, patientId: string, origin?: string, on = server, by = ada) {
    const { payload, headers } = multipart([
      { name: 'patient_id', content: patientId },
      ...(origin === undefined ? [] : [{ name: 'origin', content: origin }]),
      { name: 'image', content: file, fileName: 'picture.dcm' },
    ]);
    const url = '/api/lung_segmentation/process/';
    return on.app.inject({ method: 'POST', url, payload, headers: { ...headers, ...by } });
  }

  async function analysedFromPacs(patientId?: string, on = server, by = ada) {
    const name = await choose(on, by);
    const picture = await get(pictureUrl(name), by, on);
    const word = String(picture.headers[originHeader]);
    const reply = await analyse(picture.rawPayload, patientId ?? name.patientId, word, on, by);
    expect(reply.statusCode).toBe(200);
    return { name, report: reportReply.parse(reply.json()) };
  }

  const pushUrl = ({ id }: ReportReply) => `/api/lung_segmentation/reports/${id}/pacs/`;
  const push = (report: ReportReply, forms: readonly PushForm[], on = server, by = ada) =>
    on.app.inject({ method: 'POST', url: pushUrl(report), payload: { forms }, headers: by });
  async function settled(
    report: ReportReply,
    isSettled: (pushes: Push[]) => boolean = (pushes) =>
      pushes.length > 0 && pushes.every(({ state }) => state !== 'queued'),
    on = server,
    by = ada,
  ): Promise<Push[]> {
    for (const deadline = Date.now() + 50_000; Date.now() < deadline; await sleep(100)) {
      const { pushes } = pushesReply.parse((await get(pushUrl(report), by, on)).json());
      if (isSettled(pushes)) return pushes;
    }
    throw new Error('the pushes did not settle');
  }

  /** Everything of a study, read back from Orthanc itself, by SOP class. */
  async function archived(study: string): Promise<Map<string, Read>> {
    const lookup = await orthanc.rest('/tools/lookup', { method: 'POST', body: study });
    const [{ ID } = { ID: '' }] = (await lookup.json()) as { ID: string }[];
    const list = (await (await orthanc.rest(`/studies/${ID}/instances`)).json()) as { ID: string }[];
    const found = new Map<string, Read>();
    for (const { ID: id } of list) {
      const file = new Uint8Array(await (await orthanc.rest(`/instances/${id}/file`)).arrayBuffer());
      const asText = Buffer.from(file).toString('latin1');
      if (!asText.includes('SECOND_READ')) continue;
      const { dataSet } = readElements(file);
      found.set(`${dataSet.Modality} ${dataSet.SeriesDescription}`, dataSet);
    }
    return found;
  }

  async function lastEntry(action: string) {
    const { pool } = server.context;
    const { rows } = await pool.query(`SELECT role FROM users WHERE username = 'ada'`);
    await pool.query(`UPDATE users SET role = 'auditor' WHERE username = 'ada'`);
    const reply = await get(`/api/audit/?action=${action}`);
    await pool.query(`UPDATE users SET role = $1 WHERE username = 'ada'`, [rows[0].role]);
    return auditReply.parse(reply.json()).entries[0];
  }

  it('finds studies by patient, accession number and date, and records who searched, not for whom', async () => {
    const count = async (query: string) =>
      studiesReply.parse((await get(`/api/pacs/studies/?${query}`)).json()).studies.length;
    expect(await count('patient_id=*A0002*')).toBe(1);
    expect(await count('patient_id=nobody')).toBe(0);
    expect(await count('accession_number=nothing')).toBe(0);
    expect(await count('date_from=1990-01-01&date_to=1990-01-02')).toBe(0);
    expect((await get('/api/pacs/studies/')).statusCode).toBe(400);
    expect((await get('/api/pacs/studies/?patient_id=a%5Cb')).statusCode).toBe(400);
    expect(await lastEntry('pacs.searched')).toMatchObject({
      user: 'ada',
      outcome: 'success',
      details: { by: ['date_from', 'date_to'], found: 0 },
    });
  });

  it('serves a de-identified picture that decodes to the same pixels, for an exact UID', async () => {
    const name = await choose();
    const reply = await get(pictureUrl(name));
    expect([reply.statusCode, reply.headers['content-type']]).toEqual([200, 'application/dicom']);
    expect(reply.headers['cache-control']).toBe('no-store');
    expect(String(reply.headers[originHeader])).not.toContain(name.study);
    for (const identity of [name.patientId, name.study, name.instance])
      expect(reply.rawPayload.includes(identity)).toBe(false);
    const decode = async (bytes: Uint8Array) => {
      const decoded = await decodeStudy(bytes, createCodecs());
      return decoded.ok ? Buffer.from(decoded.study.grey.data.buffer).toString('base64') : decoded.problem;
    };
    const own = slices.find((slice) => slice.includes(name.instance)) ?? Buffer.alloc(0);
    expect(await decode(reply.rawPayload)).toBe(await decode(own));
    const { study, series, instance } = name;
    expect(await lastEntry('pacs.fetched')).toMatchObject({ details: { study, series, instance } });
    expect((await get(pictureUrl({ ...name, instance: '1.2.3' }))).statusCode).toBe(404);
    expect((await get(pictureUrl({ ...name, instance: '..%2f..' }))).statusCode).toBe(400);
  });

  it('is closed to visitors and to other organisations, which is recorded', async () => {
    expect((await get('/api/pacs/', eve)).json()).toEqual({ is_available: false, push: 'manual' });
    expect((await get('/api/pacs/')).json()).toEqual({ is_available: true, push: 'manual' });
    const name = await choose();
    for (const url of ['/api/pacs/studies/?patient_id=x', pictureUrl(name)]) {
      expect((await get(url, eve)).json().code).toBe('forbidden');
      expect((await server.app.inject({ url })).statusCode).toBe(401);
    }
    const { rows } = await server.context.pool.query(
      `SELECT count(*)::int AS n FROM audit_events WHERE action = 'pacs.denied' AND outcome = 'failure'`,
    );
    expect(rows[0].n).toBe(2);
  });

  let joined: Awaited<ReturnType<typeof analysedFromPacs>>;
  let uploaded: ReportReply;

  it('stores every form of a result in the study of the picture, and returns it', async () => {
    joined = await analysedFromPacs();
    const { name, report } = joined;
    const forms = ['dicom-sr', 'dicom-seg', 'dicom-sc', 'dicom-picture', 'dicom-pdf'] as const;
    expect((await push(report, forms)).statusCode).toBe(200);
    const sent = await settled(
      report,
      (pushes) => pushes.length === 5 && pushes.every((p) => p.state !== 'queued'),
    );
    expect(sent.map(({ form, state, reason }) => [form, state, reason])).toEqual(
      forms.map((form) => [form, 'sent', null]),
    );
    const objects = await archived(name.study);
    expect([...objects.values()].map(({ SOPClassUID }) => SOPClassUID).toSorted()).toEqual([
      '1.2.840.10008.5.1.4.1.1.104.1',
      '1.2.840.10008.5.1.4.1.1.66.4',
      '1.2.840.10008.5.1.4.1.1.7',
      '1.2.840.10008.5.1.4.1.1.7',
      '1.2.840.10008.5.1.4.1.1.88.34',
    ]);
    for (const object of objects.values())
      expect(object).toMatchObject({ StudyInstanceUID: name.study, PatientID: name.patientId });
    const picture = { ReferencedSOPInstanceUID: name.instance };
    expect(objects.get('SEG Segments')).toMatchObject({
      ReferencedSeriesSequence: [{ SeriesInstanceUID: name.series, ReferencedInstanceSequence: [picture] }],
    });
    const evidence = [...objects.values()].find((object) => object.Modality === 'SR');
    expect(evidence?.CurrentRequestedProcedureEvidenceSequence).toMatchObject([
      {
        StudyInstanceUID: name.study,
        ReferencedSeriesSequence: [
          { SeriesInstanceUID: name.series, ReferencedSOPSequence: [picture] },
          expect.anything(),
        ],
      },
    ]);
    const document = [...objects.values()].find((object) => object.Modality === 'DOC');
    expect(
      Buffer.from(document?.EncapsulatedDocument as Uint8Array)
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-');
    expect(await lastEntry('report.pushed')).toMatchObject({
      subject: report.id,
      outcome: 'success',
      user: 'ada',
    });
    // A second push gives the same instances.
    await push(report, ['dicom-sr']);
    await settled(report);
    expect((await archived(name.study)).size).toBe(objects.size);
  });

  it('downloads of the same report refer to the same study', async () => {
    const { name, report } = joined;
    const sr = await get(`/api/lung_segmentation/reports/${report.id}/export/dicom-sr/`);
    expect(readElements(sr.rawPayload).dataSet).toMatchObject({
      StudyInstanceUID: name.study,
      PatientName: '',
    });
  });

  it('does not put results into the study of another patient', async () => {
    const { report } = await analysedFromPacs('somebody-else');
    await push(report, ['dicom-sr']);
    expect(await settled(report)).toMatchObject([{ state: 'failed', reason: 'other_patient', tries: 1 }]);
  });

  it('takes results of an uploaded picture as a study of their own', async () => {
    const reply = await analyse(slices[0] ?? new Uint8Array(), 'UPLOADED-1');
    uploaded = reportReply.parse(reply.json());
    const report = uploaded;
    const before = pushesReply.parse((await push(report, ['dicom-sr', 'dicom-picture'])).json());
    expect(before.joins_study).toBe(false);
    expect((await settled(report)).map(({ state }) => state)).toEqual(['sent', 'sent']);
    const url = '/api/pacs/studies/?patient_id=UPLOADED-1';
    const { studies } = studiesReply.parse((await get(url)).json());
    expect(studies).toMatchObject([{ instances: 2 }]);
  });

  it('accepts the token of a picture only with that picture, from that account, on that day', async () => {
    const name = await choose();
    const picture = await get(pictureUrl(name));
    const word = String(picture.headers[originHeader]);
    const code = async (...of: Parameters<typeof analyse>) => (await analyse(...of)).json().code;
    expect(await code(slices[0] ?? new Uint8Array(), 'x', word)).toBe('invalid_request');
    expect(await code(picture.rawPayload, 'x', `${word}x`)).toBe('invalid_request');
    expect(await code(picture.rawPayload, 'x', '')).toBe('invalid_request');
    const ben = await server.bearer('ben');
    expect(await code(picture.rawPayload, 'x', word, server, ben)).toBe('invalid_request');
    server.advance(13 * 3_600_000);
    const later = await server.bearer('ada');
    expect(await code(picture.rawPayload, 'x', word, server, later)).toBe('invalid_request');
    server.advance(-13 * 3_600_000);
  });

  it('that refuses the password fails at once, with the reason', async () => {
    const wrong = await start({ PACS_PASSWORD: 'wrong' });
    try {
      const by = await wrong.bearer('ada');
      const search = await get('/api/pacs/studies/?patient_id=x', by, wrong);
      expect([search.statusCode, search.json()]).toEqual([
        502,
        { code: 'pacs_failed', error: 'The PACS refused the credentials of this server.' },
      ]);
      const report = reportReply.parse(
        (await analyse(slices[0] ?? new Uint8Array(), '1', undefined, wrong, by)).json(),
      );
      await push(report, ['dicom-sr'], wrong, by);
      expect(await settled(report, undefined, wrong, by)).toMatchObject([
        { state: 'failed', reason: 'not_authorised', tries: 1 },
      ]);
    } finally {
      await wrong.close();
    }
  });

  it('sends results back automatically if configured: only of pictures that came from it', async () => {
    const automatic = await start({ PACS_PUSH: 'automatic' });
    try {
      const by = await automatic.bearer('ada');
      const upload = await analyse(slices[0] ?? new Uint8Array(), 'UPLOADED-2', undefined, automatic, by);
      const { report } = await analysedFromPacs(undefined, automatic, by);
      const sent = await settled(report, undefined, automatic, by);
      // These engines mark no region, so there is no segmentation to push.
      expect(sent.map(({ form, state }) => `${form} ${state}`).toSorted()).toEqual([
        'dicom-sc sent',
        'dicom-sr sent',
      ]);
      const none = await get(pushUrl(reportReply.parse(upload.json())), by, automatic);
      expect(none.json().pushes).toEqual([]);
    } finally {
      await automatic.close();
    }
  });

  it('receives a pending result when it is back', async () => {
    const port = Number(new URL(orthanc.dicomWebUrl).port);
    await orthanc.stop();
    expect((await get('/api/pacs/studies/?patient_id=x')).json().error).toBe('The PACS cannot be reached.');
    await push(uploaded, ['dicom-sc']);
    const isTried = ({ form, state, reason, tries }: Push) =>
      form === 'dicom-sc' && state === 'queued' && reason === 'unreachable' && tries > 0;
    await settled(uploaded, (pushes) => pushes.some(isTried));
    orthanc = await startOrthanc(port);
    const pushes = await settled(uploaded);
    expect(pushes.find(({ form }) => form === 'dicom-sc')).toMatchObject({ state: 'sent', reason: null });
  });

  it('is described with every route', async () => {
    const { paths } = (await server.app.inject({ url: '/api/docs/json' })).json();
    for (const path of [
      '/api/pacs/',
      '/api/pacs/studies/',
      '/api/pacs/studies/{study}/series/',
      '/api/pacs/studies/{study}/series/{series}/instances/',
      '/api/pacs/studies/{study}/series/{series}/instances/{instance}/picture/',
      '/api/breast_segmentation/reports/{id}/pacs/',
    ])
      expect(paths).toHaveProperty([path]);
  });
});

describe('without a PACS', () => {
  it('reports none, and refuses to send', async () => {
    const server = await startTestServer();
    const headers = await server.bearer('ada');
    const get = (url: string) => server.app.inject({ url, headers });
    expect((await get('/api/pacs/')).json()).toEqual({ is_available: false, push: 'manual' });
    expect((await get('/api/pacs/studies/?patient_id=x')).statusCode).toBe(404);
    expect((await get('/api/breast_segmentation/reports/breast-1/pacs/')).statusCode).toBe(404);
    await server.close();
  });
});
