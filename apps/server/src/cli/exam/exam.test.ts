import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  greyAttributes,
  wordBytes,
  writeDicom,
} from '@second-read/core/decode/dicom/write-dicom.test-support';
import { BlobReader, BlobWriter, ZipWriter } from '@zip.js/zip.js';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCompute } from '../../platform/compute/create-compute.ts';
import { exam } from './exam.ts';
import { statusOf } from './exam-json.ts';

const threadFile = new URL('../../platform/compute/testing/toy-thread.ts', import.meta.url);
const openCompute: typeof createCompute = (options) => createCompute({ ...options, threadFile });

describe('npm run exam', () => {
  let folder = '';
  let stack = '';
  const said: string[] = [];
  const run = (...args: string[]) => exam(args, { say: (line) => said.push(line), openCompute });
  const resultOf = async (out: string) => JSON.parse(await readFile(join(out, 'exam.json'), 'utf8'));

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'exam-'));
    stack = join(folder, 'stack');
    await mkdir(stack);
    const picture = await sharp(new Uint8Array(200), { raw: { width: 20, height: 10, channels: 1 } })
      .png()
      .toBuffer();
    for (const name of ['s10.png', 's2.png', 's1.png']) await writeFile(join(stack, name), picture);
    await writeFile(join(stack, 'notes.txt'), 'no picture');
    const broken = picture.subarray(0, 60);
    await writeFile(join(stack, 's3.png'), broken);
  });
  afterAll(() => rm(folder, { recursive: true }));

  it('reads a folder in the order of its names and keeps a broken slice as its own failure', async () => {
    const out = join(folder, 'out');
    expect(await run('lung', stack, '--out', out, '--jobs', '2')).toBe(0);
    const result = await resultOf(out);
    expect(result).toMatchObject({
      status: 'completed',
      module: 'lung',
      slices: 4,
      report: { kind: 'exam' },
    });
    expect(
      result.per_slice.map(({ file, status }: { file: string; status: string }) => [
        file.split('/').pop(),
        status,
      ]),
    ).toEqual([
      ['s1.png', 'read'],
      ['s2.png', 'read'],
      ['s3.png', 'failed'],
      ['s10.png', 'read'],
    ]);
    expect(result.set_aside).toMatchObject([{ reason: 'no_picture' }]);
    expect((await sharp(join(out, result.per_slice[0].labels)).metadata()).width).toBe(20);
    expect(Object.keys(result.timings_ms)).toEqual(['arrange', 'read', 'report', 'total']);
  });

  it('reads the same from a ZIP file', async () => {
    const writer = new ZipWriter(new BlobWriter(), { useWebWorkers: false });
    for (const name of ['s10.png', 's2.png']) {
      await writer.add(`exam/${name}`, new BlobReader(new Blob([await readFile(join(stack, name))])));
    }
    const zip = join(folder, 'exam.zip');
    await writeFile(zip, Buffer.from(await (await writer.close()).arrayBuffer()));
    const out = join(folder, 'from-zip');
    expect(await run('brain-ct', zip, '--out', out)).toBe(0);
    const result = await resultOf(out);
    expect(result.per_slice.map(({ file }: { file: string }) => file)).toEqual([
      `${zip}/exam/s2.png`,
      `${zip}/exam/s10.png`,
    ]);
    expect(result.scores.haemorrhage_patient).not.toBeUndefined();
  });

  it('refuses a ZIP file whose checksum is wrong, and names the entry', async () => {
    const writer = new ZipWriter(new BlobWriter(), { useWebWorkers: false, level: 0 });
    await writer.add('exam/s2.png', new BlobReader(new Blob([await readFile(join(stack, 's2.png'))])));
    const bytes = Buffer.from(await (await writer.close()).arrayBuffer());
    const inside = bytes.indexOf('IDAT') + 8;
    bytes[inside] = (bytes[inside] ?? 0) ^ 0xff;
    const zip = join(folder, 'wrong.zip');
    await writeFile(zip, bytes);
    expect(await run('brain-ct', zip, '--out', join(folder, 'from-wrong'))).toBe(2);
    expect(said.join('\n')).toContain(`${zip} is damaged: exam/s2.png cannot be unpacked`);
  });

  it('says what is wrong with a call that makes no sense', async () => {
    const out = join(folder, 'none');
    for (const args of [[], ['cervix', stack, '--out', out], ['lung', stack], ['lung', '--out', out]]) {
      expect(await run(...args)).toBe(2);
    }
    expect(await run('lung', stack, '--out', out, '--series', '2')).toBe(2);
    expect(said.join('\n')).toContain('No such series: 2. There is 1.');
    expect(await run('breast', stack, '--out', out, '--series', '1')).toBe(2);
    expect(await run('lung', join(folder, 'missing'), '--out', out)).toBe(2);
  });

  it('ends with a failed exam where no picture could be read', async () => {
    const out = join(folder, 'failed');
    expect(await run('lung', join(stack, 's3.png'), '--out', out)).toBe(0);
    expect(await resultOf(out)).toMatchObject({ status: 'failed', reason: 'corrupt_file', slices: 1 });
  });

  it('ends with a refused exam, and says why, where no file is of its kind', async () => {
    const [out, file] = [join(folder, 'refused'), join(folder, 'mr.dcm')];
    const modality = { '0008,0060': ['CS', 'MR'] } as const;
    const pixels = { '7fe0,0010': ['OW', wordBytes([1, 2, 3, 4])] } as const;
    await writeFile(file, writeDicom({ ...modality, ...greyAttributes(2, 2, 16), ...pixels }));
    expect(await run('brain-ct', file, '--out', out)).toBe(0);
    const message = expect.stringContaining('the file declares an MR image (modality MR)');
    expect(await resultOf(out)).toMatchObject({ status: 'refused', reason: 'not_ct', message });
    expect(said.at(-1)).toEqual(message);
  });

  it('is refused where the module refuses the whole', () => {
    const refused = { status: 'refused', reason: 'wrong_modality', message: 'No lungs were found.' };
    expect(statusOf([], refused.message, [])).toEqual(refused);
  });
});
