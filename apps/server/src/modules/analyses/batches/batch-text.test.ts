import { buffer } from 'node:stream/consumers';
import { readDicomFrame } from '@second-read/core/decode/dicom/frame/read-frame';
import { afterEach, describe, expect, it } from 'vitest';
import { createCodecs } from '../../../platform/compute/codecs/create-codecs.ts';
import { preparationWork } from '../../../platform/compute/serve-preparation.ts';
import { analyses } from '../../../platform/database/schema.ts';
import { spoolKey } from '../../../platform/spool/spool-key.ts';
import { multipart } from '../../../testing/multipart.ts';
import { height, dicom as mammogram, values, width } from '../../../testing/named-picture.ts';
import { scriptedCompute } from '../../../testing/scripted-compute.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';

const box = { x: 0, y: 0, width, height: 40 };
const dicom: typeof mammogram = (frames, changes = {}, writing = {}) =>
  mammogram(frames, { '0008,0060': ['CS', 'CT'], ...changes }, writing);
const named = dicom([values(true)]);
const plain = dicom([values(false)]);
const codecs = createCodecs();

let server: TestServer;
let ada: { authorization: string };
afterEach(() => server.close());

async function start(environment: Record<string, string> = {}): Promise<void> {
  const compute = { ...scriptedCompute(), ...preparationWork(codecs, spoolKey()) };
  server = await startTestServer({ environment, compute });
  ada = await server.bearer('ada');
}

interface Parts {
  readonly image?: Uint8Array;
  readonly masks?: unknown;
  readonly frame?: number;
}

function post(url: string, { image, masks, frame }: Parts) {
  const { payload, headers } = multipart([
    ...(masks === undefined
      ? []
      : [{ name: 'masks', content: typeof masks === 'string' ? masks : JSON.stringify(masks) }]),
    ...(frame === undefined ? [] : [{ name: 'frame', content: `${frame}` }]),
    ...(image ? [{ name: 'image', content: image, fileName: 'a.dcm' }] : []),
  ]);
  return server.app.inject({ method: 'POST', url, payload, headers: { ...headers, ...ada } });
}

async function begin(slices: number): Promise<(slice: number, parts: Parts) => ReturnType<typeof post>> {
  const url = '/api/lung_segmentation/batches/';
  const payload = { patient_id: '0042', slices };
  const reply = await server.app.inject({ method: 'POST', url, payload, headers: ada });
  return (slice, parts) => post(`${url}${reply.json().id}/slices/${slice}/`, parts);
}

const search = (image: Uint8Array) => post('/api/lung_segmentation/text-search/', { image });
const orders = () => server.context.db.select().from(analyses);

/** What is kept of each slice, by its place: the values of a frame. */
async function kept(slice: number, frame = 0): Promise<number[]> {
  const row = (await orders()).find((each) => each.slice === slice);
  const blob = row?.sourceKey && (await server.context.blobs.open(row.sourceKey));
  if (!blob) throw new Error('nothing kept');
  const read = await readDicomFrame(new Uint8Array(await buffer(blob.stream)), codecs.dicom, frame);
  if (!read.ok) throw new Error(read.problem);
  return [...read.frame.values];
}

const hidden = (isNamed: boolean) =>
  values(isNamed).map((value, at) => (at < box.height * width ? 100 : value));

describe('text in the slices of a series', () => {
  it('is hidden in each slice that is sent with boxes, before it is kept', async () => {
    await start();
    const send = await begin(3);
    for (const [slice, masks] of [
      [1, [box]],
      [2, []],
    ] as const) {
      expect((await send(slice, { image: named, masks })).statusCode).toBe(202);
    }
    expect((await send(3, { image: named })).statusCode).toBe(202);
    expect(await kept(1)).toEqual(hidden(true));
    for (const slice of [2, 3]) expect(await kept(slice)).toEqual(values(true));
  });

  it('is asked about where the slice asks, as for a single picture: nothing is kept until it is sent again', async () => {
    await start();
    const send = await begin(1);
    const reply = await send(1, { image: named, masks: 'ask' });
    expect([reply.statusCode, reply.json().burned_in_text.boxes.length]).toEqual([200, 1]);
    // The frame that is to be read is the one that is looked at.
    const frames = dicom([values(false), values(true), values(false)]);
    const asked = (frame: number) => send(1, { image: frames, masks: 'ask', frame });
    expect((await asked(2)).json().burned_in_text.boxes.length).toBe(1);
    expect(await orders()).toEqual([]);
    expect((await send(1, { image: named, masks: [box] })).statusCode).toBe(202);
    expect(await kept(1)).toEqual(hidden(true));
  });

  it('is hidden in every frame of a file that comes once; a frame without the file cannot hide more', async () => {
    await start();
    const send = await begin(2);
    const image = dicom([values(true), values(true)]);
    expect((await send(1, { image, masks: [box], frame: 1 })).statusCode).toBe(202);
    expect((await send(2, { masks: [box], frame: 2 })).json().code).toBe('invalid_request');
    expect((await send(2, { frame: 2 })).statusCode).toBe(202);
    for (const frame of [0, 1]) expect(await kept(2, frame)).toEqual(hidden(true));
    // The file again, as whoever has lost the answer sends it: the same slice.
    expect((await send(2, { image, masks: [box], frame: 2 })).statusCode).toBe(202);
    expect(await orders()).toHaveLength(2);
  });

  it('is refused where originals are kept untouched, and not looked for', async () => {
    await start({ RETAIN_ORIGINAL_TAGS: '1' });
    const send = await begin(1);
    expect((await send(1, { image: named, masks: [box] })).json().code).toBe('invalid_request');
    expect((await search(named)).json()).toEqual({ looked: false, pictures: [] });
    expect((await send(1, { image: named, masks: 'ask' })).statusCode).toBe(202);
  });
});

describe('a search before a series is sent', () => {
  it('finds text in the first, the middle and the last frame, and keeps nothing', async () => {
    await start();
    const frames = [true, false, false, false, true].map(values);
    const { looked, pictures } = (await search(dicom(frames))).json();
    expect(looked).toBe(true);
    expect(pictures).toMatchObject([
      { frame: 1, width, height, boxes: [expect.anything()], stated: false },
      { frame: 5, boxes: [expect.anything()] },
    ]);
    expect((await search(plain)).json()).toEqual({ looked: true, pictures: [] });
    const says = dicom([values(false)], { '0028,0301': ['CS', 'YES'] });
    expect((await search(says)).json().pictures).toMatchObject([{ frame: 1, boxes: [], stated: true }]);
    expect(await orders()).toEqual([]);
  });

  it('says which file it cannot read, and asks for an image', async () => {
    await start();
    expect((await search(Buffer.from('no picture'))).json().code).toBe('invalid_file');
    const { statusCode } = await post('/api/lung_segmentation/text-search/', { masks: [] });
    expect(statusCode).toBe(400);
  });
});
