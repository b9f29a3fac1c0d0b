import { errorReply } from '@second-read/contract/errors';
import { reportReply } from '@second-read/contract/reports';
import { examOfReading } from '@second-read/core/exam/stored-exam';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { reports } from '../../../platform/database/schema.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { examReport, readerOf, type Wish } from './review.test-support.ts';

let server: TestServer;
let ada: { authorization: string };
let report: string;
beforeAll(async () => {
  server = await startTestServer();
  ada = await server.bearer('ada');
  report = await examReport(server, ada);
  await nameNodules();
});
afterAll(() => server.close());

/** As an engine that found two nodules in the left lung and one in the right would have left it. */
async function nameNodules(): Promise<void> {
  const { db } = server.context;
  const [row] = await db.select().from(reports).where(eq(reports.id, report));
  const exam = examOfReading(row?.reading);
  const [first] = exam?.findings ?? [];
  if (!exam || !first) throw new Error('the exam is missing');
  const { wording: _wording, kept: _kept, ...coded } = exam;
  const mark = (slice: number, x: number, volumeMl: number) => ({
    ...{ slice, file: `slice-000${slice + 1}`, box: { x, y: 10, width: 8, height: 8 }, score: 0.8 },
    ...{ volumeMl, diameterMm: 8 },
  });
  const findings = [
    { ...first, volumeMl: 1, diameterMm: 12, slices: [mark(0, 10, 0.4), mark(1, 10, 0.6)] },
    { ...first, id: 'nodule-2', volumeMl: 0.5, diameterMm: 8, slices: [mark(2, 10, 0.5)] },
    {
      ...first,
      id: 'nodule-3',
      side: 'right' as const,
      volumeMl: 0.2,
      diameterMm: 6,
      slices: [mark(2, 60, 0.2)],
    },
  ];
  await db
    .update(reports)
    .set({ reading: { ...coded, findings } })
    .where(eq(reports.id, report));
}

const get = async (url: string) => {
  const reply = await server.app.inject({ url, headers: ada });
  expect([url, reply.statusCode]).toEqual([url, 200]);
  return reply;
};
const exported = (form: string) => get(`/api/lung_segmentation/reports/${report}/export/${form}/`);
const foundNow = async () => {
  const { current } = await readerOf(server, ada, report).now();
  return examOfReading(current)?.findings.map(({ id, volumeMl, diameterMm, slices }) => {
    return { id, volumeMl, diameterMm, slices: slices.map(({ slice }) => slice) };
  });
};

it('merges findings of an exam into one lesion, which report and exports have', async () => {
  const at = readerOf(server, ada, report);
  await at.start();
  const before = await foundNow();
  const merge: Wish = { kind: 'merge', finding: 'nodule-1', others: ['nodule-2'] };
  expect((await at.change(merge)).statusCode).toBe(200);
  const [whole, other] = (await foundNow()) ?? [];
  expect(whole).toEqual({ id: 'nodule-1', volumeMl: 1.5, diameterMm: 12, slices: [0, 1, 2] });
  expect(other?.id).toBe('nodule-3');
  expect((await at.now()).decisions).toEqual({
    'nodule-1': { decision: 'changed', parts: ['nodule-1', 'nodule-2'] },
  });

  const conclusion = 'Solid nodule of 12 mm in the left lung. Further: a nodule in the right lung.';
  expect(reportReply.parse((await get(`/api/reports/${report}/`)).json())).toMatchObject({ conclusion });
  const [csv, fhir, sr] = await Promise.all(['csv', 'fhir', 'dicom-sr'].map(exported));
  for (const text of [csv?.body, fhir?.body, sr?.rawPayload.toString('latin1')]) {
    expect(text).toContain(conclusion);
    expect(text).not.toContain('nodule-2');
  }

  expect((await at.change({ kind: 'split', finding: 'nodule-1' })).statusCode).toBe(200);
  expect(await foundNow()).toEqual(before);
  expect((await at.now()).decisions).toEqual({});
});

it('splits a lesion by its marks, and says why it cannot be merged or split otherwise', async () => {
  const at = readerOf(server, ada, report);
  const refused = async (wish: Wish) => {
    const reply = await at.change(wish);
    expect(reply.statusCode).toBe(422);
    return errorReply.parse(reply.json()).error;
  };
  const merge = (finding: string, ...others: string[]): Wish => ({ kind: 'merge', finding, others });
  const split = (id: string, ...marks: number[]): Wish => ({
    ...{ kind: 'split', finding: 'nodule-1' },
    parts: [{ id, marks }],
  });
  expect(await refused(merge('nodule-1', 'nodule-3'))).toContain('on different sides');
  expect(await refused(merge('nodule-1', 'nodule-9'))).toContain('There is no finding nodule-9');
  expect(await refused(split('nodule-2', 1))).toContain('exists already');
  expect(await refused(split('mass-4', 1))).toContain('An id of a part');
  expect(await refused(split('nodule-4', 0, 1))).toContain('It keeps one of its marks at least');
  expect(await refused(split('nodule-4', 2))).toContain('It has 2 marks');
  expect(await refused({ kind: 'split', finding: 'nodule-1' })).toContain('was not merged');

  expect((await at.change(split('nodule-4', 1))).statusCode).toBe(200);
  expect(await foundNow()).toMatchObject([
    { id: 'nodule-1', volumeMl: 0.4, diameterMm: 8, slices: [0] },
    { id: 'nodule-4', volumeMl: 0.6, diameterMm: 8, slices: [1] },
    { id: 'nodule-2' },
    { id: 'nodule-3' },
  ]);
  expect((await at.change(merge('nodule-4', 'nodule-2'))).statusCode).toBe(200);
  expect((await at.sign()).statusCode).toBe(200);
  const signed = (await foundNow())?.map(({ id, volumeMl }) => [id, volumeMl]);
  expect(signed).toEqual([
    ['nodule-1', 0.4],
    ['nodule-4', 1.1],
    ['nodule-3', 0.2],
  ]);

  await at.amend();
  expect((await at.now()).used_ids.toSorted()).toEqual(['nodule-1', 'nodule-2', 'nodule-3', 'nodule-4']);
  const add = (id: string): Wish => ({ kind: 'add', finding: { id, type: 'nodule' } });
  for (const id of ['nodule-2', 'nodule-4']) expect(await refused(add(id))).toContain('exists already');
  expect((await at.change(add('nodule-5'))).statusCode).toBe(200);
});
