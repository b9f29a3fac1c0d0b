import { buffer } from 'node:stream/consumers';
import { readDicomFrame } from '@second-read/core/decode/dicom/frame/read-frame';
import type { Attributes } from '@second-read/core/decode/dicom/write-dicom.test-support';
import { desc } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCodecs } from '../../../platform/compute/codecs/create-codecs.ts';
import { preparationWork } from '../../../platform/compute/serve-preparation.ts';
import { analyses } from '../../../platform/database/schema.ts';
import { spoolKey } from '../../../platform/spool/spool-key.ts';
import { multipart } from '../../../testing/multipart.ts';
import { dicom, height, values, width } from '../../../testing/named-picture.ts';
import { scriptedCompute } from '../../../testing/scripted-compute.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';

const box = { x: 4, y: 4, width: 130, height: 24 };
const codecs = createCodecs();

let server: TestServer;
let ada: { authorization: string };
beforeAll(async () => {
  const compute = { ...scriptedCompute(), ...preparationWork(codecs, spoolKey()) };
  server = await startTestServer({ environment: { UPLOAD_LIMIT: '1000' }, compute });
  ada = await server.bearer('ada');
});
afterAll(() => server.close());

function send(image: Uint8Array, masks: unknown) {
  const { payload, headers } = multipart([
    { name: 'patient_id', content: '0042' },
    { name: 'masks', content: typeof masks === 'string' ? masks : JSON.stringify(masks) },
    { name: 'image', content: image, fileName: 'a' },
  ]);
  const url = '/api/breast_segmentation/process/';
  return server.app.inject({ method: 'POST', url, payload, headers: { ...headers, ...ada } });
}

const orders = () => server.context.db.$count(analyses);

async function kept(): Promise<Uint8Array> {
  const [row] = await server.context.db.select().from(analyses).orderBy(desc(analyses.createdAt)).limit(1);
  const blob = row?.sourceKey && (await server.context.blobs.open(row.sourceKey));
  return blob ? new Uint8Array(await buffer(blob.stream)) : new Uint8Array();
}

async function keptFrame(index = 0) {
  const read = await readDicomFrame(await kept(), codecs.dicom, index);
  if (!read.ok) throw new Error(read.problem);
  return read;
}

const isHidden = (at: number) =>
  at % width >= box.x &&
  at % width < box.x + box.width &&
  at >= box.y * width &&
  at < (box.y + box.height) * width;
/** What is kept, and what was sent with the box filled. */
function expectMasked(found: ArrayLike<number>, sent: readonly number[], black: number): void {
  expect(Array.from(found)).toEqual(sent.map((value, at) => (isHidden(at) ? black : value)));
}

describe('text in an upload', () => {
  it('is asked about before anything is kept, with a picture and a box over it', async () => {
    const before = await orders();
    const reply = (await send(dicom([values(true)]), 'ask')).json();
    const { width: w, height: h, boxes, preview } = reply.burned_in_text;
    expect([w, h, boxes.length]).toEqual([width, height, 1]);
    expect(boxes[0].x).toBeLessThanOrEqual(8);
    expect(boxes[0].x + boxes[0].width).toBeGreaterThanOrEqual(126);
    expect((await sharp(Buffer.from(preview, 'base64')).metadata()).width).toBe(width);
    expect(await orders()).toBe(before);
  });

  it('is not asked about where there is none: one call, one report', async () => {
    expect((await send(dicom([values(false)]), 'ask')).json()).toHaveProperty('report_text');
  });

  it('is asked about where the file says that there is some, even if none is found', async () => {
    const says = (value: string): Attributes => ({ '0028,0301': ['CS', value] });
    const before = await orders();
    const asked = async (isNamed: boolean, value: string) =>
      (await send(dicom([values(isNamed)], says(value)), 'ask')).json().burned_in_text;
    expect(await asked(false, 'YES')).toMatchObject({ width, height, boxes: [], stated: true });
    expect(await asked(true, 'YES')).toMatchObject({ boxes: [expect.anything()], stated: true });
    // What a file denies is looked for all the same.
    expect(await asked(true, 'NO')).toMatchObject({ boxes: [expect.anything()], stated: false });
    expect(await orders()).toBe(before);
    expect((await send(dicom([values(false)], says('NO')), 'ask')).json()).toHaveProperty('report_text');
    expect((await send(dicom([values(false)], says('YES')), [])).json()).toHaveProperty('report_text');
  });

  it('is not asked about in what the module refuses by what the file declares', async () => {
    const mr: Attributes = { '0008,0060': ['CS', 'MR'], '0028,0301': ['CS', 'YES'] };
    // The reading refuses it; the scripted one of this server reads everything.
    expect((await send(dicom([values(true)], mr), 'ask')).json()).toHaveProperty('report_text');
  });

  it('is hidden in the pixels that are kept, and the file says so', async () => {
    expect((await send(dicom([values(true)]), [box])).statusCode).toBe(200);
    const { frame } = await keptFrame();
    expectMasked(frame.values, values(true), 100);
    const text = Buffer.from(await kept()).toString('latin1');
    expect(text).toContain('113100');
    expect(text).toContain('113101');
    const burnedIn = String.fromCharCode(0x28, 0, 0x01, 0x03, 0x43, 0x53, 2, 0);
    expect(text).toContain(`${burnedIn}NO`);
  });

  it('is hidden in every frame, in every byte order, and with white where that is shown black', async () => {
    const mono1: Attributes = { '0028,0004': ['CS', 'MONOCHROME1'] };
    await send(dicom([values(true), values(false)], mono1), [box]);
    expectMasked((await keptFrame(0)).frame.values, values(true), 4000);
    expectMasked((await keptFrame(1)).frame.values, values(false), Math.max(...values(false)));
    const bigEndian = { transferSyntax: '1.2.840.10008.1.2.2', isLittleEndian: false };
    await send(dicom([values(true)], {}, bigEndian), [box]);
    expectMasked((await keptFrame()).frame.values, values(true), 100);
  });

  it('is hidden in PNG at its depth', async () => {
    const raw = { width, height, channels: 1 } as const;
    const png = await sharp(Uint16Array.from(values(true)), { raw })
      .toColourspace('grey16')
      .png()
      .toBuffer();
    await send(png, [box]);
    const back = await sharp(await kept())
      .toColourspace('grey16')
      .raw({ depth: 'ushort' })
      .toBuffer();
    expectMasked(new Uint16Array(back.buffer, back.byteOffset, back.length / 2), values(true), 0);
  });

  it('stays where the user sends the picture as it is', async () => {
    await send(dicom([values(true)]), []);
    expect([...(await keptFrame()).frame.values]).toEqual(values(true));
  });

  it.each(['{}', '[{"x":1}]', 'nothing', '[{"x":-1,"y":0,"width":1,"height":1}]'])(
    'refuses boxes that are none: %s',
    async (masks) => {
      const reply = await send(dicom([values(true)]), masks);
      expect([reply.statusCode, reply.json().code]).toEqual([400, 'invalid_request']);
    },
  );
});
