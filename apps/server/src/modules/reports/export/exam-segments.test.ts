import { readElements } from '@second-read/core/encode/dicom/read-elements.test-support';
import { examOfReading, storedExam } from '@second-read/core/exam/stored-exam';
import type { ReaderMeasurement } from '@second-read/core/review/measurements/reader-measurement';
import { and, eq, isNotNull } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { analyses, reports } from '../../../platform/database/schema.ts';
import { notedWork } from '../../../testing/noted-work.ts';
import { scriptedCompute } from '../../../testing/scripted-compute.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { sealExam } from '../../patients/index.ts';
import { readerOf } from '../review/review.test-support.ts';
import { readExam } from './exam.test-support.ts';

const study = { studyUid: '1.2.3', seriesUid: '1.2.3.1', sopClassUid: '1.2.840.10008.5.1.4.1.1.2' };
const box = { x: 0, y: 0, width: 1, height: 1 };
const mark = { type: 'haemorrhage', score: 0.75, areaPx: 1, box, runs: [0, 0, 1], facts: {} };

const compute = notedWork(scriptedCompute());
let server: TestServer;
let ada: { authorization: string };
let reportId: string;

beforeAll(async () => {
  server = await startTestServer({ compute });
  ada = await server.bearer('ada');
  reportId = await readExam(server, ada, { path: 'brain_ct', slices: 3 });
  await outlineBleeding();
});
afterAll(() => server.close());

const get = (url: string) => server.app.inject({ url, headers: ada });
const exported = (form: string, query = '') =>
  get(`/api/brain_ct/reports/${reportId}/export/${form}/${query}`);

/** As DICOM files and an engine that outlines a bleeding on the first two slices would have left it. */
async function outlineBleeding(): Promise<void> {
  const { db, config } = server.context;
  const rows = await db.select().from(analyses).where(isNotNull(analyses.batchId));
  for (const row of rows) {
    const instance = {
      ...study,
      sopInstanceUid: `1.2.3.1.${row.slice ?? 1}`,
      frameOfReferenceUid: '1.2.3.9',
    };
    const exam = sealExam({ patientId: '0042', instance }, row.id, config.keys);
    const kept = row.examSlice;
    const isShown = kept?.outcome.status === 'read' && (row.slice ?? 3) < 3;
    const outcome = isShown ? { ...kept.outcome, evidence: { facts: {}, marks: [mark] } } : kept?.outcome;
    const examSlice = kept && outcome ? { ...kept, outcome } : kept;
    await db.update(analyses).set({ exam, examSlice }).where(eq(analyses.id, row.id));
  }
  const [report] = await db.select().from(reports).where(eq(reports.id, reportId));
  const reading = storedExam.parse(report?.reading);
  const slices = [0, 1].map((slice) => ({ slice, file: `slice-000${slice + 1}`, box, score: 0.75 }));
  const findings = reading.findings.map((finding) =>
    finding.type === 'haemorrhage' ? { ...finding, found: true, volumeMl: 0.01, slices } : finding,
  );
  await db
    .update(reports)
    .set({ reading: { ...reading, findings } })
    .where(and(eq(reports.id, reportId)));
}

describe('the segmentation of an exam', () => {
  it('has the lesion on the slices that outline it, at their places, tracked as the report tracks it', async () => {
    const [seg, sr] = await Promise.all([exported('dicom-seg'), exported('dicom-sr')]);
    expect([seg.statusCode, sr.statusCode]).toEqual([200, 200]);
    const { dataSet } = readElements(seg.rawPayload);
    expect(dataSet).toMatchObject({
      FrameOfReferenceUID: '1.2.3.9',
      StudyInstanceUID: '1.2.3',
      PerFrameFunctionalGroupsSequence: [5, 10].map((z) => ({
        PlanePositionSequence: [{ ImagePositionPatient: `0\\0\\${z}` }],
      })),
      SegmentSequence: [{ SegmentLabel: 'Hemorrhage 1' }],
    });
    const [segment] = dataSet.SegmentSequence as { TrackingUID: string }[];
    expect(sr.rawPayload.includes(segment?.TrackingUID ?? '-')).toBe(true);
  });

  it('is beside what the reader measured on a slice, which the report then names', async () => {
    const reader = readerOf(server, ada, reportId);
    await reader.start();
    const { slices } = storedExam.parse((await reader.now()).machine);
    const at = { x: 0, y: 0 };
    const measurement = {
      ...{ id: '00000000-0000-4000-8000-000000000001', tool: 'length', image: { slice: 2 } },
      ...{ pixelMm: slices[2]?.pixelMm ?? null, points: [at, { x: 1, y: 1 }] },
    } as ReaderMeasurement;
    expect((await exported('dicom-sr')).rawPayload.includes('1.2.3.1.3')).toBe(false);
    expect((await reader.change({ kind: 'keep_measurement', measurement })).statusCode).toBe(200);
    const sr = (await exported('dicom-sr')).rawPayload;
    for (const part of ['1.2.3.1.3', 'length of the reader', 'POLYLINE'])
      expect(sr.includes(part)).toBe(true);
    const removed = { kind: 'remove_measurement', measurement: measurement.id } as const;
    await reader.change(removed);
    await reader.release();
  });

  it('is written by the compute pool, which joined the exam too', async () => {
    expect(compute.given.filter((task) => task === 'joinExam')).toEqual(['joinExam']);
    compute.given.length = 0;
    expect((await exported('dicom-seg')).statusCode).toBe(200);
    expect(compute.given).toEqual(['writeForm']);
  });

  it('stands in the one study of the bundle', async () => {
    const { entry } = (await exported('fhir')).json();
    const studies = entry.filter(
      ({ resource }: { resource: { resourceType: string } }) => resource.resourceType === 'ImagingStudy',
    );
    expect(studies).toHaveLength(1);
    const kinds = studies[0].resource.series.map(
      ({ modality }: { modality: { code: string } }) => modality.code,
    );
    expect(kinds).toEqual(['CT', 'SEG', 'SR']);
  });

  it('is not made for another study, whose slices it could not refer to', async () => {
    const reply = await exported('dicom-seg', '?uids=new');
    expect([reply.statusCode, reply.json().code]).toEqual([422, 'not_exportable']);
  });

  it("has a reader's outline as drawn by hand, on its slice, and nothing of a rejected finding", async () => {
    const at = readerOf(server, ada, reportId);
    const { machine } = await at.now();
    const id = examOfReading(machine)?.findings.find(({ type }) => type === 'haemorrhage')?.id ?? '';
    await at.start();
    const size = examOfReading(machine)?.slices[2];
    const [right, bottom] = [size?.width ?? 0, size?.height ?? 0];
    const to = [
      { x: 0, y: 0 },
      { x: right, y: 0 },
      { x: right, y: bottom },
      { x: 0, y: bottom },
    ];
    const segmentsNow = async () => {
      const { dataSet } = readElements((await exported('dicom-seg')).rawPayload);
      const [segment] = dataSet.SegmentSequence as Record<string, unknown>[];
      return [segment?.SegmentAlgorithmType, (dataSet.PerFrameFunctionalGroupsSequence as object[]).length];
    };
    expect((await at.change({ kind: 'outline', finding: id, to, slice: 2 })).statusCode).toBe(200);
    expect(await segmentsNow()).toEqual(['SEMIAUTOMATIC', 3]);
    for (const slice of [0, 1]) await at.change({ kind: 'outline', finding: id, to, slice });
    await at.sign();
    expect(await segmentsNow()).toEqual(['MANUAL', 3]);
    await at.amend();
    await at.change({ kind: 'reject', finding: id, reason: 'artefact' });
    await at.sign('No bleeding.');
    expect((await exported('dicom-seg')).statusCode).toBe(422);
  });
});
