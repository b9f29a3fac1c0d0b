import { documentOf } from '@second-read/analyses/stored-reading';
import { reportReply } from '@second-read/contract/reports';
import { worklistReply } from '@second-read/contract/worklist';
import { examOfReading } from '@second-read/core/exam/stored-exam';
import { noHeader } from '@second-read/core/report/document';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { reports } from '../../../platform/database/schema.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { paperOf } from '../export/paper-of.ts';
import { findReports } from '../reports.repository.ts';
import { examReport, readerOf } from './review.test-support.ts';

let server: TestServer;
let ada: { authorization: string };
let report: string;
beforeAll(async () => {
  server = await startTestServer({ environment: { UPLOAD_LIMIT: '100' } });
  ada = await server.bearer('ada');
  report = await examReport(server, ada);
});
afterAll(() => server.close());

const get = async (url: string) => {
  const reply = await server.app.inject({ url, headers: ada });
  expect([url, reply.statusCode]).toEqual([url, 200]);
  return reply;
};
const exported = (form: string) => get(`/api/lung_segmentation/reports/${report}/export/${form}/`);
const findingOfWorklist = async () => {
  const { items } = worklistReply.parse((await get('/api/worklist/')).json());
  return items.find(({ report_id }) => report_id === report)?.finding;
};

it('decides about each finding of an exam, and every document follows', async () => {
  const at = readerOf(server, ada, report);
  await at.start();
  expect((await at.now()).review).toMatchObject({ slices: 3 });
  expect((await exported('csv')).body).toContain('A nodule, the largest 12 mm.');
  await at.change({ kind: 'reject', finding: 'nodule-1', reason: 'artefact' });
  expect(await findingOfWorklist()).not.toContain('Nodule');
  const add = { id: 'opacity-1', type: 'opacity', side: 'right', slice: 2 } as const;
  expect((await at.change({ kind: 'add', finding: add })).statusCode).toBe(200);
  const { machine, current, decisions } = await at.now();
  expect(examOfReading(machine)?.findings).toMatchObject([{ id: 'nodule-1', found: true }]);
  expect(examOfReading(current)?.findings.map(({ id, found }) => [id, found])).toEqual([
    ['nodule-1', false],
    ['opacity-1', true],
  ]);
  expect(decisions).toMatchObject({
    'nodule-1': { decision: 'rejected', reason: 'artefact' },
    'opacity-1': { decision: 'added' },
  });
  expect(await findingOfWorklist()).toContain('Opacity');
  expect((await at.sign()).statusCode).toBe(200);
  const shown = reportReply.parse((await get(`/api/reports/${report}/`)).json());
  expect(shown).toMatchObject({
    conclusion: 'No nodule or mass identified. Opacities in the right lung.',
    review: { state: 'signed' },
  });
  expect(shown.exam?.reading.keySlices.map(({ slice }) => slice)).toEqual([2]);
  const [csv, fhir, sr] = await Promise.all(['csv', 'fhir', 'dicom-sr'].map(exported));
  for (const text of [csv?.body, fhir?.body, sr?.rawPayload.toString('latin1')]) {
    expect(text).toContain('No nodule or mass identified. Opacities in the right lung.');
    expect(text).not.toContain('largest 12 mm');
  }
});

it('has the image numbers of the scanner on the screen, on paper, in SR, FHIR and CSV', async () => {
  const id = await examReport(server, ada);
  const { db } = server.context;
  const [row] = await db.select().from(reports).where(eq(reports.id, id));
  const exam = examOfReading(row?.reading);
  if (!exam) throw new Error('the exam is missing');
  // Numbered by the scanner from the apex down: 57, 56, 55.
  const slices = exam.slices.map((slice, at) => ({ ...slice, instanceNumber: 57 - at }));
  await db
    .update(reports)
    .set({ reading: { ...exam, slices } })
    .where(eq(reports.id, id));
  const reply = reportReply.parse((await get(`/api/reports/${id}/`)).json());
  const [stored] = await findReports(server.context, [id]);
  const by = { userId: '', organisationId: stored?.report.organisationId ?? '' };
  const paper = stored && (await paperOf(stored, by, server.context));
  const number = 'slice 2 (image 56)';
  const screen = documentOf(reply.exam ?? expect.fail('no exam'), noHeader);
  expect(JSON.stringify(screen.table)).toContain(number);
  expect(JSON.stringify(paper?.document.table)).toContain(number);
  expect(paper?.document.images[0]?.label).toBe('Slice 2 (image 56): nodule');
  for (const form of ['dicom-sr', 'fhir', 'csv']) {
    const { rawPayload } = await get(`/api/lung_segmentation/reports/${id}/export/${form}/`);
    expect([form, rawPayload.toString('latin1').includes('image 56')]).toEqual([form, true]);
  }
});

it('keeps an outline of the reader with its slice, also after signing', async () => {
  const other = await examReport(server, ada);
  const at = readerOf(server, ada, other);
  await at.start();
  const to = [
    { x: 20, y: 20 },
    { x: 60, y: 20 },
    { x: 40, y: 50 },
  ];
  const drawn = { kind: 'outline', finding: 'nodule-1', to, slice: 2 } as const;
  expect((await at.change(drawn)).statusCode).toBe(200);
  const marks = [
    { slice: 1, file: 'slice-0002' },
    { slice: 2, file: 'slice-0003', outline: to, box: { x: 20, y: 20, width: 40, height: 30 } },
  ];
  const slices = async () => examOfReading((await at.now()).current)?.findings[0]?.slices;
  expect(await slices()).toMatchObject(marks);
  await at.sign();
  expect(await slices()).toMatchObject(marks);
});

it('refuses outlines on no slice and outside of it, a slice that is not there and a second finding of one id', async () => {
  const other = await examReport(server, ada);
  const at = readerOf(server, ada, other);
  await at.start();
  const to = [0, 20, 10].map((x) => ({ x, y: x }));
  const outlined = { kind: 'outline', finding: 'nodule-1', to } as const;
  expect((await at.change(outlined)).statusCode).toBe(422);
  expect((await at.change({ ...outlined, slice: 3 })).statusCode).toBe(422);
  const outside = [...to, { x: 10, y: 90 }];
  expect((await at.change({ ...outlined, to: outside, slice: 1 })).statusCode).toBe(422);
  const round = (count: number) =>
    Array.from({ length: count }, (_, step) => {
      const turn = (2 * Math.PI * step) / count;
      return { x: 50 + 20 * Math.cos(turn), y: 40 + 20 * Math.sin(turn) };
    });
  expect((await at.change({ ...outlined, to: round(10_000), slice: 1 })).json().error).toContain('vertices');
  expect((await at.change({ ...outlined, to: round(10_001), slice: 1 })).statusCode).toBe(400);
  const add = { id: 'nodule-1', type: 'nodule' } as const;
  expect((await at.change({ kind: 'add', finding: add })).statusCode).toBe(422);
  const beyond = { id: 'nodule-2', type: 'nodule', slice: 3 } as const;
  expect((await at.change({ kind: 'add', finding: beyond })).statusCode).toBe(422);
  expect((await at.now()).changes).toEqual([]);
});

it('amends an exam on top of what was signed, and the earlier version stays as it was', async () => {
  const at = readerOf(server, ada, report);
  await at.amend();
  await at.change({ kind: 'accept', finding: 'nodule-1' });
  await at.sign('The nodule is there.');
  const now = await at.now();
  expect(now).toMatchObject({ state: 'amended', version: 2 });
  expect(examOfReading(now.current)?.findings.map(({ found }) => found)).toEqual([true, true]);
  const first = (await at.call('GET', 'versions/1/')).json();
  expect(examOfReading(first.current)?.findings.map(({ found }) => found)).toEqual([false, true]);
});
