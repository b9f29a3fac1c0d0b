import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  greyAttributes,
  wordBytes,
  writeDicom,
} from '@second-read/core/decode/dicom/write-dicom.test-support';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCodecs } from '../platform/compute/codecs/create-codecs.ts';
import { decode } from './decode.ts';

const fixtures = fileURLToPath(new URL('../platform/compute/codecs/fixtures/', import.meta.url));
const fixture = (name: string) => join(fixtures, `${name}.dcm`);

describe('npm run decode', () => {
  let folder = '';
  const said: string[] = [];
  const run = (...args: string[]) =>
    decode(args, { say: (line) => said.push(line), openCodecs: createCodecs });
  const linesOf = async (out: string) =>
    (await readFile(join(out, 'facts.jsonl'), 'utf8'))
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'decode-'));
    await writeFile(join(folder, 'text.dcm'), 'not a picture at all');
  });
  afterAll(() => rm(folder, { recursive: true }));

  it('writes a line per file in input order, whatever becomes of it', async () => {
    const files = [
      fixture('explicit-16-bit-signed'),
      join(folder, 'text.dcm'),
      join(folder, 'missing.dcm'),
      folder,
    ];
    expect(await run(...files, '--out', folder)).toBe(0);
    const lines = await linesOf(folder);
    expect(lines.map(({ file }) => file)).toEqual(files);
    expect(lines.map(({ status, reason }) => [status, reason])).toEqual([
      ['completed', undefined],
      ['failed', 'unknown_format'],
      ['failed', 'unreadable_file'],
      ['failed', 'unreadable_file'],
    ]);
  });

  it('gives the facts under their stable names', async () => {
    await run(fixture('explicit-16-bit-signed'), '--out', folder);
    const [line] = await linesOf(folder);
    expect(Object.keys(line)).toEqual([
      ...['file', 'status', 'transferSyntax', 'modality', 'rows', 'columns', 'frames', 'bitsStored'],
      ...['signed', 'photometric', 'rescale', 'window', 'spacingMm', 'min', 'max', 'mean', 'sum', 'picture'],
    ]);
    expect(line).toMatchObject({
      transferSyntax: '1.2.840.10008.1.2.1',
      rows: 24,
      columns: 32,
      bitsStored: 16,
      signed: true,
      photometric: 'MONOCHROME2',
      rescale: null,
      picture: 'explicit-16-bit-signed.png',
    });
    expect(line.sum).toBeCloseTo(line.mean * 24 * 32, 3);
  });

  it('draws stored values above the least of them at 16 bits', async () => {
    await run(fixture('explicit-16-bit-signed'), '--out', folder);
    const [{ min, sum }] = await linesOf(folder);
    const picture = sharp(join(folder, 'explicit-16-bit-signed.png'));
    expect(await picture.metadata()).toMatchObject({ width: 32, height: 24, depth: 'ushort', channels: 1 });
    const { buffer, byteOffset, length } = await picture
      .toColourspace('grey16')
      .raw({ depth: 'ushort' })
      .toBuffer();
    const values = new Uint16Array(buffer, byteOffset, length / 2);
    expect(Math.min(...values)).toBe(0);
    expect(values.reduce((total, value) => total + value + min, 0)).toBe(sum);
  });

  it('draws colour at 8 bits in RGB, and the frame that was asked for, counted from 1', async () => {
    await run(fixture('planar-rgb'), fixture('frames-native'), '--out', folder, '--frame', '1');
    const first = await linesOf(folder);
    expect(await sharp(join(folder, 'planar-rgb.png')).metadata()).toMatchObject({
      channels: 3,
      depth: 'uchar',
    });
    await run(fixture('planar-rgb'), fixture('frames-native'), '--out', folder, '--frame', '2');
    const second = await linesOf(folder);
    expect(second[0]).toMatchObject({ status: 'failed', reason: 'no_such_frame', frames: 1 });
    expect(second[1].sum).not.toBe(first[1].sum);
  });

  it('ends no run with a file whose header contradicts its pixels', async () => {
    const oneSample = { ...greyAttributes(8, 4, 16), '0028,0004': ['CS', 'RGB'] } as const;
    const files = { 'grey-as-rgb': 1, 'rgb-as-grey': 3 };
    for (const [name, samples] of Object.entries(files)) {
      const values = Array.from({ length: 32 * samples }, (_, i) => i * 300);
      const dicom = writeDicom({ ...oneSample, '7fe0,0010': ['OW', wordBytes(values)] });
      await writeFile(join(folder, `${name}.dcm`), dicom);
    }
    const paths = [...Object.keys(files).map((name) => join(folder, `${name}.dcm`)), fixture('planar-rgb')];
    expect(await run(...paths, '--out', folder)).toBe(0);
    const lines = await linesOf(folder);
    expect(lines.map(({ status, max }) => [status, max])).toEqual([
      ['completed', 9300],
      ['completed', 28_500],
      ['completed', expect.any(Number)],
    ]);
    expect((await sharp(join(folder, 'grey-as-rgb.png')).metadata()).channels).toBe(1);
    expect((await sharp(join(folder, 'rgb-as-grey.png')).metadata()).channels).toBe(3);
  });

  it('gives the spacing as the file states it', async () => {
    const file = join(folder, 'magnified.dcm');
    const attributes = {
      '0008,0060': ['CS', 'MG'],
      '0018,1114': ['DS', '1.5'],
      '0018,1164': ['DS', '0.09\\0.09'],
      ...greyAttributes(8, 4, 8),
      '7fe0,0010': ['OB', new Uint8Array(32)],
    } as const;
    await writeFile(file, writeDicom(attributes));
    await run(file, '--out', folder);
    expect((await linesOf(folder))[0].spacingMm).toEqual({ x: 0.09, y: 0.09, kind: 'imager' });
  });

  it.each([[[]], [['x.dcm']], [['--out', 'o']], [['x.dcm', '--out', 'o', '--frame', '0']]])(
    'refuses a call that makes no sense: %j',
    async (args) => {
      expect(await run(...args)).toBe(2);
      expect(said.at(-1)).toMatch(/^Usage:/);
    },
  );
});
