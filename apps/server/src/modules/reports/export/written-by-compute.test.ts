import { reportReply } from '@second-read/contract/reports';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { notedWork } from '../../../testing/noted-work.ts';
import { scriptedCompute } from '../../../testing/scripted-compute.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { lungReport, readerOf } from '../review/review.test-support.ts';

const [width, height] = [1_500, 1_500];
const compute = notedWork(scriptedCompute());

let server: TestServer;
let ada: { authorization: string };
let report = '';
beforeAll(async () => {
  server = await startTestServer({ compute });
  ada = await server.bearer('ada');
  report = await lungReport(server, ada);
  await enlarge(report);
});
afterAll(() => server.close());
beforeEach(() => {
  compute.given.length = 0;
});

/** Pictures of many megabytes in place of those that the scripted engine gave. */
async function enlarge(id: string): Promise<void> {
  const { rows } = await server.context.pool.query('SELECT images FROM reports WHERE id = $1', [id]);
  const png = (channels: 1 | 3) => {
    const raw = { width, height, channels } as const;
    return sharp(Buffer.alloc(width * height * channels, channels === 1 ? 0 : 128), { raw })
      .toColourspace(channels === 1 ? 'b-w' : 'srgb')
      .png({ compressionLevel: 1 })
      .toBuffer();
  };
  const [grey, colour] = [await png(1), await png(3)];
  for (const [role, key] of Object.entries<string>(rows[0].images))
    await server.context.blobs.put(key, role === 'segmented' || role === 'overlay' ? colour : grey);
  const study = { width, height, format: 'png', bitsStored: 8, spacingMm: null, patientId: null };
  await server.context.pool.query('UPDATE reports SET study = $2 WHERE id = $1', [id, study]);
}

/** Sizes of the pieces in which a reply comes. */
async function piecesOf(url: string): Promise<number[]> {
  const reply = await server.app.inject({ url, headers: ada, payloadAsStream: true });
  expect([url, reply.statusCode]).toEqual([url, 200]);
  const sizes: number[] = [];
  for await (const piece of reply.stream()) sizes.push(piece.length);
  return sizes;
}

describe('of a report with large pictures', () => {
  it.each(['dicom-sr', 'dicom-sc', 'dicom-picture', 'fhir'])(
    'the export %s is written by the compute pool',
    async (form) => {
      await piecesOf(`/api/lung_segmentation/reports/${report}/export/${form}/`);
      expect(compute.given).toEqual(['writeForm']);
    },
  );

  it('an export is sent block by block, and never held whole', async () => {
    const sizes = await piecesOf(`/api/lung_segmentation/reports/${report}/export/dicom-sc/`);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeGreaterThan(3 * width * height);
    expect(Math.max(...sizes)).toBeLessThan(1.1 * 2 ** 20);
  });

  it('a reviewed picture is drawn by the compute pool', async () => {
    const reader = readerOf(server, ada, report);
    await reader.start();
    const change = await reader.change({ kind: 'reject', finding: 'nodule-1', reason: 'artefact' });
    expect(change.statusCode).toBe(200);
    const reply = await server.app.inject({ url: `/api/reports/${report}/`, headers: ada });
    const { label_map_url: url = '' } = reportReply.parse(reply.json());
    expect(url).toContain('/reviewed/');
    await piecesOf(url);
    expect(compute.given).toEqual(['draw']);
  });
});
