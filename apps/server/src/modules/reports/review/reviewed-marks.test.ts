import { manifestOf } from '@second-read/analyses/manifests';
import { reportReply } from '@second-read/contract/reports';
import { readElements } from '@second-read/core/encode/dicom/read-elements.test-support';
import { paintLabels } from '@second-read/core/pixels/drawing/paint-labels';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { analysisUpload } from '../../../testing/multipart.ts';
import { scriptedCompute } from '../../../testing/scripted-compute.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { readerOf } from './review.test-support.ts';

const [width, height] = [20, 10];
/** The left lung all over, a nodule of 3 by 3 pixels in it. */
const labels = Uint8Array.from({ length: width * height }, (_, at) => {
  const [x, y] = [at % width, Math.floor(at / width)];
  return x >= 2 && x < 5 && y >= 2 && y < 5 ? 3 : 1;
});
const [lung, nodule] = [
  '#64748b',
  manifestOf('lung').findingTypes.find(({ id }) => id === 'nodule')?.colour ?? '',
];
const square = [
  { x: 10, y: 5 },
  { x: 14, y: 5 },
  { x: 14, y: 7 },
  { x: 10, y: 7 },
];
let server: TestServer;
let ada: { authorization: string };
let report: string;

beforeAll(async () => {
  const grey = (data: Uint8Array) =>
    sharp(data, { raw: { width, height, channels: 1 } })
      .toColourspace('b-w')
      .png()
      .toBuffer();
  const [labelsPng, original] = [await grey(labels), await grey(new Uint8Array(width * height))];
  const segmented = await sharp(paintLabels({ width, height, data: labels }, { 1: lung, 3: nodule }).data, {
    raw: { width, height, channels: 3 },
  })
    .png()
    .toBuffer();
  const scripted = scriptedCompute();
  const read: typeof scripted.read = async (...of) => {
    const outcome = await scripted.read(...of);
    if (outcome.status !== 'completed') return outcome;
    const spacingMm = { x: 0.5, y: 0.5, kind: 'calibrated' as const };
    return {
      ...outcome,
      study: { ...outcome.study, width, height, spacingMm },
      ...{ labels: labelsPng, views: { original, segmented } },
    };
  };
  server = await startTestServer({
    compute: { ...scripted, read },
    environment: { UPLOAD_LIMIT: '1000' },
  });
  ada = await server.bearer('ada');
});
afterAll(() => server.close());
beforeEach(async () => {
  const { payload, headers } = analysisUpload('found 87.4', 'MARKS');
  const url = '/api/lung_segmentation/process/';
  const reply = await server.app.inject({ method: 'POST', url, payload, headers: { ...headers, ...ada } });
  report = reportReply.parse(reply.json()).id;
  await readerOf(server, ada, report).start();
});

const exported = async (form: string) => {
  const url = `/api/lung_segmentation/reports/${report}/export/${form}/`;
  return (await server.app.inject({ url, headers: ada })).rawPayload;
};

/** Per segment of the segmentation: its name, how it was made and how many pixels it has. */
async function segments() {
  const { dataSet } = readElements(await exported('dicom-seg'));
  const bits = dataSet.PixelData;
  if (!(bits instanceof Uint8Array)) throw new Error('no pixels');
  const list = Array.isArray(dataSet.SegmentSequence) ? dataSet.SegmentSequence : [];
  return list.map((segment, frame) => {
    if (typeof segment === 'number') throw new Error('no segment');
    const pixels = Array.from({ length: width * height }, (_, at) => frame * width * height + at).filter(
      (bit) => (((bits[bit >> 3] ?? 0) >> (bit & 7)) & 1) === 1,
    );
    return [segment.SegmentLabel, segment.SegmentAlgorithmType, pixels.length];
  });
}

/** Red, green and blue of a pixel of the secondary capture. */
async function colourAt(x: number, y: number): Promise<number[]> {
  const { PixelData: data } = readElements(await exported('dicom-sc')).dataSet;
  if (!(data instanceof Uint8Array)) throw new Error('no pixels');
  return [...data.subarray(3 * (y * width + x), 3 * (y * width + x) + 3)];
}

const shown = async () => {
  const reply = await server.app.inject({ url: `/api/reports/${report}/`, headers: ada });
  return reportReply.parse(reply.json());
};

/** Colors, or class numbers, at the place of the machine's nodule and at that of the reader's. */
async function colours(url: unknown): Promise<string[]> {
  const reply = await server.app.inject({ url: String(url) });
  expect([reply.statusCode, reply.headers['content-type']]).toEqual([200, 'image/png']);
  const { data, info } = await sharp(reply.rawPayload).raw().toBuffer({ resolveWithObject: true });
  expect([info.width, info.height]).toEqual([width, height]);
  const at = (x: number, y: number) => info.channels * (y * width + x);
  return [at(3, 3), at(12, 6)].map((i) => data.subarray(i, i + info.channels).toString('hex'));
}
const plain = (colour: string) => colour.slice(1).toLowerCase();

describe('the pictures of a report that a reader changed', () => {
  it("show the reader's outline in place of the machine's, and no rejected finding", async () => {
    const before = await shown();
    expect(await colours(before.segmented_image_url)).toEqual([plain(nodule), plain(lung)]);
    expect(before.machine_images).toBeUndefined();
    const at = readerOf(server, ada, report);
    await at.change({ kind: 'accept', finding: 'nodule-1' });
    expect((await shown()).machine_images).toBeUndefined();
    await at.change({ kind: 'outline', finding: 'nodule-1', to: square });
    const outlined = await shown();
    expect(await colours(outlined.segmented_image_url)).toEqual([plain(lung), plain(nodule)]);
    expect(await colours(outlined.machine_images?.segmented_image_url)).toEqual([plain(nodule), plain(lung)]);
    await at.change({ kind: 'reject', finding: 'nodule-1', reason: 'artefact' });
    await at.sign();
    const signed = await shown();
    expect(signed.segmented_image_url).not.toBe(outlined.segmented_image_url);
    expect(await colours(signed.segmented_image_url)).toEqual([plain(lung), plain(lung)]);
    const classes = async (url: unknown) => (await colours(url)).map((each) => each.slice(0, 2));
    expect(await classes(signed.label_map_url)).toEqual(['01', '01']);
    expect(await classes(signed.machine_images?.label_map_url)).toEqual(['03', '01']);
  });

  it('are shown to the holder of their link alone', async () => {
    const at = readerOf(server, ada, report);
    await at.change({ kind: 'reject', finding: 'nodule-1', reason: 'artefact' });
    const url = String((await shown()).segmented_image_url);
    const others = [
      url.replace('segmented.png', 'labels.png'),
      url.replace(/signature=.{4}/, 'signature=AAAA'),
    ];
    for (const wrong of others) expect((await server.app.inject({ url: wrong })).statusCode).toBe(403);
  });
});

describe('what a report marks once it is reviewed', () => {
  it('is without a rejected finding in segmentation and secondary capture', async () => {
    expect(await segments()).toEqual([
      ['left lung', 'AUTOMATIC', 191],
      ['nodule', 'AUTOMATIC', 9],
    ]);
    const marked = await colourAt(3, 3);
    const at = readerOf(server, ada, report);
    await at.change({ kind: 'reject', finding: 'nodule-1', reason: 'normal_structure' });
    expect(await segments()).toEqual([['left lung', 'AUTOMATIC', 200]]);
    expect(await colourAt(3, 3)).not.toEqual(marked);
    await at.sign();
    expect(await segments()).toEqual([['left lung', 'AUTOMATIC', 200]]);
  });

  it("has a reader's outline in place of the machine's, and that of an added finding", async () => {
    const at = readerOf(server, ada, report);
    await at.change({ kind: 'outline', finding: 'nodule-1', to: square });
    expect(await segments()).toEqual([
      ['left lung', 'AUTOMATIC', 192],
      ['nodule', 'MANUAL', 8],
    ]);
    expect((await at.now()).current.findings[0]).toMatchObject({
      measurements: [
        { quantity: 'mean_diameter', value: 2, unit: 'mm', method: 'reader' },
        { quantity: 'mean_diameter', value: 4, unit: 'px', method: 'reader' },
        { quantity: 'area', value: 2, unit: 'mm2', method: 'reader' },
        { quantity: 'area', value: 8, unit: 'px2', method: 'reader' },
      ],
    });
    const { changes } = await at.now();
    await at.change({ kind: 'undo', change: changes[0]?.id ?? '' });
    const added = { id: 'nodule-2', type: 'nodule', outline: square };
    await at.change({ kind: 'add', finding: added });
    expect(await segments()).toEqual([
      ['left lung', 'AUTOMATIC', 183],
      ['nodule', 'SEMIAUTOMATIC', 17],
    ]);
    const sr = (await exported('dicom-sr')).toString('latin1');
    expect(sr).toContain('Nodule 2');
    await at.change({ kind: 'reject', finding: 'nodule-2', reason: 'known' });
    expect(await segments()).toEqual([
      ['left lung', 'AUTOMATIC', 191],
      ['nodule', 'AUTOMATIC', 9],
    ]);
  });
});
