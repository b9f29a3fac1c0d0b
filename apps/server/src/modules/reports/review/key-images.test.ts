import { randomUUID } from 'node:crypto';
import { reportReply } from '@second-read/contract/reports';
import { contentLines, readElements } from '@second-read/core/encode/dicom/read-elements.test-support';
import type { KeyImageLook } from '@second-read/core/review/key-images/key-image';
import sharp from 'sharp';
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

const look = (change: Partial<KeyImageLook> = {}): KeyImageLook => ({
  ...{ image: { slice: 1 }, pixelMm: { x: 0.5, y: 0.5 }, area: { x: 0, y: 0, width: 100, height: 80 } },
  ...{ isMirrored: false, quarterTurns: 0, isInverted: false },
  window: { centre: 50, width: 350, unit: 'HU' },
  overlays: { findings: true, regions: false },
  letters: { left: 'R', right: 'L', top: 'A', bottom: 'P' },
  marks: [
    {
      finding: 'nodule-1',
      colour: '#0072B2',
      points: [
        { x: 10, y: 10 },
        { x: 18, y: 10 },
        { x: 18, y: 18 },
      ],
    },
  ],
  ...change,
});

async function jpeg(width: number, height: number, format: 'jpeg' | 'png' = 'jpeg'): Promise<string> {
  const background = { r: 40, g: 90, b: 200 };
  const image = sharp({ create: { width, height, channels: 3, background } });
  return (await image.toFormat(format).toBuffer()).toString('base64');
}

const shownOf = async (report: string) =>
  reportReply.parse((await server.app.inject({ url: `/api/reports/${report}/`, headers: ada })).json());

/** The text of the report's PDF, and how many images of a size are drawn in it. */
async function printed(report: string) {
  const url = `/api/lung_segmentation/reports/${report}/export/dicom-pdf/`;
  const file = (await server.app.inject({ url, headers: ada })).rawPayload;
  const data = new Uint8Array(file.subarray(file.indexOf('%PDF-'), file.lastIndexOf('%%EOF') + 5));
  // Before the reader of PDFs takes the bytes.
  const source = Buffer.from(data).toString('latin1');
  const sized = (width: number, height: number) =>
    source.split(`/Width ${width}\n/Height ${height}\n`).length - 1;
  const { getDocument } = await import('pdfjs-dist/legacy/build/pdf.mjs');
  const opened = await getDocument({ data }).promise;
  const { items } = await (await opened.getPage(1)).getTextContent();
  return { sized, words: items.map((item) => ('str' in item ? item.str : '')).join(' ') };
}

async function begun(report: string) {
  const reader = readerOf(server, ada, report);
  await reader.start();
  return reader;
}

it('keeps what a reader chooses with its picture, to the head of the PDF of what is signed', async () => {
  const report = await examReport(server, ada);
  const reader = await begun(report);
  const picture = await jpeg(200, 160);
  const first = { kind: 'keep_key_image', keyImage: look(), picture } as const;
  const coronal = { cut: { plane: 'coronal', across: 40, slabMm: 0 } } as const;
  const second = { ...first, keyImage: look({ image: coronal, marks: [] }) };
  expect((await reader.change(first, second)).statusCode).toBe(200);
  const [kept, other] = (await reader.now()).key_images;
  expect(kept).toMatchObject(look());
  const image = await server.app.inject({ url: kept?.picture_url ?? '' });
  expect([image.statusCode, image.headers['content-type']]).toEqual([200, 'image/jpeg']);
  expect(image.rawPayload.toString('base64')).toBe(picture);
  expect(JSON.stringify((await reader.now()).changes)).not.toContain(picture);
  await reader.change({ kind: 'remove_key_image', keyImage: other?.id ?? '' });
  expect((await reader.now()).key_images).toHaveLength(1);
  await reader.change({ kind: 'return_key_image', keyImage: other?.id ?? '' });
  const length = {
    id: randomUUID(),
    tool: 'length',
    image: { slice: 1 },
    pixelMm: { x: 0.5, y: 0.5 },
  } as const;
  const points: [{ x: number; y: number }, { x: number; y: number }] = [
    { x: 20, y: 20 },
    { x: 40, y: 20 },
  ];
  await reader.change({ kind: 'keep_measurement', measurement: { ...length, points } });
  await reader.sign();
  const mark = (await shownOf(report)).review?.key_images;
  expect(mark?.map(({ label, widthMm }) => [label, widthMm])).toEqual([
    ['Slice 2, W 350 L 50 HU', 50],
    ['Coronal plane 41, W 350 L 50 HU', 50],
  ]);
  expect(mark?.[0]?.marks.map(({ lines }) => lines)).toEqual([[], ['10.0 mm']]);
  const { words, sized } = await printed(report);
  expect(sized(200, 160)).toBeGreaterThanOrEqual(1);
  for (const part of ['Slice 2, W 350 L 50 HU', 'Coronal plane 41, W 350 L 50 HU', '10.0 mm', '2 cm'])
    expect(words).toContain(part);
  expect(words.indexOf('Slice 2, W 350')).toBeLessThan(words.indexOf('Finding'));
  expect(words).not.toContain('Slice 2: nodule');
});

it('sends them as a Key Object Selection document, which a report without any does not have', async () => {
  const report = await lungReport(server, ada);
  const url = `/api/lung_segmentation/reports/${report}/export/dicom-ko/`;
  const exported = () => server.app.inject({ url, headers: ada });
  const none = await exported();
  expect([none.statusCode, none.json().code]).toEqual([422, 'not_exportable']);
  const reader = await begun(report);
  const { spacing_mm: spacing } = (await shownOf(report)).study;
  const pixelMm = spacing && { x: spacing.x, y: spacing.y };
  const keyImage = look({ image: {}, pixelMm, marks: [] });
  const ratio = (100 * (pixelMm?.x ?? 1)) / (80 * (pixelMm?.y ?? 1));
  const picture = await jpeg(Math.round(160 * ratio), 160);
  expect((await reader.change({ kind: 'keep_key_image', keyImage, picture })).statusCode).toBe(200);
  const { dataSet } = readElements((await exported()).rawPayload);
  expect(dataSet).toMatchObject({ SOPClassUID: '1.2.840.10008.5.1.4.1.1.88.59', Modality: 'KO' });
  expect(contentLines(dataSet).join('\n')).toMatch(/Key Object Description \| Image, W 350 L 50 HU/);
});

it('proposes its own image where the reader chose none', async () => {
  const report = await examReport(server, ada);
  const reader = await begun(report);
  await reader.sign();
  expect((await reader.now()).key_images).toEqual([]);
  expect((await shownOf(report)).review).not.toHaveProperty('key_images');
  expect((await printed(report)).words).toContain('Slice 2: nodule');
});

it('refuses what is no JPEG of the area, too large, or on no image, and takes one from its holder alone', async () => {
  const report = await examReport(server, ada);
  const reader = await begun(report);
  const refused = async (picture: string | undefined, change: Partial<KeyImageLook> = {}) =>
    (
      await reader.change({ kind: 'keep_key_image', keyImage: look(change), ...(picture && { picture }) })
    ).json().error;
  const good = await jpeg(200, 160);
  expect(await refused(undefined)).toContain('needs its picture');
  expect(await refused(await jpeg(200, 160, 'png'))).toContain('JPEG');
  expect(await refused(await jpeg(200, 200))).toContain('proportions');
  expect(await refused(await jpeg(1000, 800))).toContain('at most 720 pixels');
  expect(await refused(good, { image: { slice: 3 } })).toContain('no image 4');
  expect(await refused(good, { area: { x: 50, y: 40, width: 100, height: 80 } })).toContain('more than');
  expect(await refused('x'.repeat(130_000))).toContain('picture');
  const ben = readerOf(server, await server.bearer('ben'), report);
  const reply = await ben.change({ kind: 'keep_key_image', keyImage: look(), picture: good });
  expect(reply.statusCode).toBeGreaterThanOrEqual(400);
  expect((await reader.now()).key_images).toEqual([]);
});

it('shows the key image of a single image before its own pictures', async () => {
  const report = await lungReport(server, ada);
  const reader = await begun(report);
  const { spacing_mm: spacing } = (await shownOf(report)).study;
  const pixelMm = spacing && { x: spacing.x, y: spacing.y };
  const keyImage = look({ image: {}, pixelMm, window: null, marks: [] });
  const ratio = (100 * (pixelMm?.x ?? 1)) / (80 * (pixelMm?.y ?? 1));
  const picture = await jpeg(Math.round(160 * ratio), 160);
  expect((await reader.change({ kind: 'keep_key_image', keyImage, picture })).statusCode).toBe(200);
  await reader.sign();
  const { words } = await printed(report);
  expect(words).toMatch(/ Image .*Original Image/);
});

it('gives the picture neither to another organization nor to a reader who reads first', async () => {
  const report = await examReport(server, ada);
  const reader = await begun(report);
  await reader.change({ kind: 'keep_key_image', keyImage: look(), picture: await jpeg(200, 160) });
  const url = (await reader.now()).key_images[0]?.picture_url ?? '';
  const elsewhere = url.replace(/\/media\/[^/]+/, '/media/00000000-0000-4000-8000-000000000001');
  expect((await server.app.inject({ url: elsewhere })).statusCode).toBe(403);
  await setOrganization(server, { read_first: { lung: 'always' } });
  const ben = await server.bearer('ben');
  await server.context.pool.query("UPDATE users SET role = 'reader' WHERE username = 'ben'");
  const shown = await server.app.inject({ url: `/api/reports/${report}/`, headers: ben });
  expect(shown.json()).toMatchObject({ read_first: true });
  expect(shown.body).not.toContain('key-images');
});
