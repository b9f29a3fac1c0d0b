import { reportReply } from '@second-read/contract/reports';
import type { ReaderMeasurement } from '@second-read/core/review/measurements/reader-measurement';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { setOrganization } from './read-first.test-support.ts';
import { examReport, lungReport, readerOf } from './review.test-support.ts';

let server: TestServer;
let ada: { authorization: string };
beforeAll(async () => {
  server = await startTestServer({ environment: { UPLOAD_LIMIT: '100' } });
  ada = await server.bearer('ada');
});
afterAll(() => server.close());

const id = (number: number) => `00000000-0000-4000-8000-00000000000${number}`;
const at = (x: number, y: number) => ({ x, y });
const length = (number: number, image: ReaderMeasurement['image'], to = at(23, 24)): ReaderMeasurement => ({
  ...{ id: id(number), tool: 'length', image, pixelMm: { x: 0.5, y: 2 } },
  points: [at(20, 20), to],
});
const keep = (measurement: ReaderMeasurement) => ({ kind: 'keep_measurement', measurement }) as const;

async function exported(report: string, form: string): Promise<Buffer> {
  const url = `/api/lung_segmentation/reports/${report}/export/${form}/`;
  const reply = await server.app.inject({ url, headers: ada });
  expect([form, reply.statusCode]).toEqual([form, 200]);
  return reply.rawPayload;
}

async function pdfWords(report: string): Promise<string> {
  const file = await exported(report, 'dicom-pdf');
  const pdf = file.subarray(file.indexOf('%PDF-'), file.lastIndexOf('%%EOF') + 5);
  const opened = await getDocument({ data: new Uint8Array(pdf) }).promise;
  const pages = Array.from({ length: opened.numPages }, (_, page) => opened.getPage(page + 1));
  const contents = await Promise.all(pages.map(async (page) => (await page).getTextContent()));
  return contents
    .flatMap(({ items }) => items)
    .map((item) => ('str' in item ? item.str : ''))
    .join(' ');
}

const shownOf = async (report: string) =>
  reportReply.parse((await server.app.inject({ url: `/api/reports/${report}/`, headers: ada })).json());

it('keeps what a reader measures on the slices of an exam, in every form of what is signed', async () => {
  const report = await examReport(server, ada);
  const reader = readerOf(server, ada, report);
  await reader.start();
  const { conclusion } = await shownOf(report);
  const [first, second] = [length(1, { slice: 1 }), length(2, { slice: 2 })];
  expect((await reader.change(keep(first), keep(second))).statusCode).toBe(200);
  const remove = { kind: 'remove_measurement', measurement: id(2) } as const;
  await reader.change(remove, { kind: 'reject', finding: 'nodule-1', reason: 'artefact' });
  const now = await reader.now();
  expect(now.measurements).toEqual([first]);
  // Undo takes the rejection back, and then has nothing left: measurements are not its.
  const rejection = now.changes.find(({ kind }) => kind === 'reject')?.id ?? '';
  await reader.change({ kind: 'undo', change: rejection });
  expect(await reader.now()).toMatchObject({ can_undo: false, measurements: [first] });
  await reader.sign();
  const shown = await shownOf(report);
  expect(shown).toMatchObject({ conclusion, review: { measured: [['Slice 2, length', '8.1 mm']] } });
  const words = await pdfWords(report);
  for (const part of ['Measurements of the reader', 'Slice 2, length', '8.1 mm'])
    expect(words).toContain(part);
  const sr = (await exported(report, 'dicom-sr')).toString('latin1');
  for (const part of ['length of the reader', 'Slice 2', 'READER']) expect(sr).toContain(part);
});

it('leaves each version its own, amended or withdrawn', async () => {
  const report = await examReport(server, ada);
  const reader = readerOf(server, ada, report);
  await reader.start();
  await reader.change(keep(length(1, { slice: 0 })));
  await reader.sign();
  await reader.amend();
  expect((await reader.now()).measurements).toHaveLength(1);
  const longer = length(1, { slice: 0 }, at(26, 28));
  await reader.change(keep(longer), keep(length(2, { slice: 1 })));
  await reader.sign('Measured again.');
  await reader.withdraw('Of another patient.');
  const version = async (number: number) =>
    (await reader.call('GET', `versions/${number}/`)).json().measurements;
  expect(await version(1)).toEqual([length(1, { slice: 0 })]);
  expect(await version(2)).toEqual([longer, length(2, { slice: 1 })]);
});

it('reads a version that was signed before there were any', async () => {
  const report = await examReport(server, ada);
  const reader = readerOf(server, ada, report);
  await reader.start();
  await reader.sign();
  expect((await reader.now()).measurements).toEqual([]);
  expect((await shownOf(report)).review).not.toHaveProperty('measured');
  expect(await pdfWords(report)).not.toContain('Measurements of the reader');
});

it('refuses what lies outside of its image or on none, and takes one from its holder alone', async () => {
  const report = await examReport(server, ada);
  const reader = readerOf(server, ada, report);
  await reader.start();
  const refused = async (measurement: ReaderMeasurement) =>
    (await reader.change(keep(measurement))).json().error;
  expect(await refused(length(1, { slice: 1 }, at(101, 10)))).toContain('outside');
  expect(await refused(length(1, { slice: 3 }))).toContain('no image 4');
  expect(await refused(length(1, {}))).toContain('which image');
  const ben = readerOf(server, await server.bearer('ben'), report);
  expect((await ben.change(keep(length(1, { slice: 1 })))).statusCode).toBeGreaterThanOrEqual(400);
  expect((await reader.now()).measurements).toEqual([]);
});

it('measures the one image of a report by the pixel size of its study', async () => {
  const report = await lungReport(server, ada);
  const reader = readerOf(server, ada, report);
  await reader.start();
  const { spacing_mm: spacing } = (await shownOf(report)).study;
  const pixelMm = spacing && { x: spacing.x, y: spacing.y };
  const own = { ...length(1, {}), pixelMm };
  const other = { ...length(2, {}), pixelMm: { x: 0.123, y: 0.123 } };
  expect((await reader.change(keep(other))).json().error).toContain('pixel size');
  expect((await reader.change(keep(own))).statusCode).toBe(200);
  await reader.sign();
  expect((await shownOf(report)).review?.measured?.[0]?.[0]).toBe('Image, length');
  expect((await exported(report, 'dicom-sr')).toString('latin1')).toContain('POLYLINE');
});

it('shows none to who is to read first', async () => {
  const report = await examReport(server, ada);
  const reader = readerOf(server, ada, report);
  await reader.start();
  await reader.change(keep(length(1, { slice: 1 })));
  await setOrganization(server, { read_first: { lung: 'always' } });
  const ben = await server.bearer('ben');
  await server.context.pool.query("UPDATE users SET role = 'reader' WHERE username = 'ben'");
  const shown = await server.app.inject({ url: `/api/reports/${report}/`, headers: ben });
  expect(shown.json()).toMatchObject({ read_first: true });
  expect(shown.body).not.toContain('8.1 mm');
});
