import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import {
  greyAttributes,
  wordBytes,
  writeDicom,
} from '@second-read/core/decode/dicom/write-dicom.test-support';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCompute } from '../../platform/compute/create-compute.ts';
import { exam } from './exam.ts';

const threadFile = new URL('../../platform/compute/testing/toy-thread.ts', import.meta.url);
const openCompute: typeof createCompute = (options) => createCompute({ ...options, threadFile });
const datasets = resolve(process.env.SECOND_READ_DATA ?? '../shared/datasets');
const twoPatients = join(datasets, '../cases/mg-two-patients');

interface Named {
  readonly id: string;
  readonly name?: string;
  readonly study?: string;
}

function picture({ id, name = 'Doe^Ann', study = '1.2' }: Named, number: number): Uint8Array {
  return writeDicom({
    '0008,0018': ['UI', `1.2.3.${number}`],
    '0008,0060': ['CS', 'CT'],
    '0010,0010': ['PN', name],
    '0010,0020': ['LO', id],
    '0020,000d': ['UI', study],
    '0020,000e': ['UI', '1.2.7'],
    '0020,0013': ['IS', String(number)],
    ...greyAttributes(2, 2, 16),
    '7fe0,0010': ['OW', wordBytes([1, 2, 3, 4])],
  });
}

describe('npm run exam with files of', () => {
  let folder = '';
  let said: string[] = [];
  const run = async (...args: string[]) => {
    said = [];
    return exam(args, { say: (line) => said.push(line), openCompute });
  };
  const write = async (...files: Named[]) => {
    const to = await mkdtemp(join(folder, 'files-'));
    await mkdir(to, { recursive: true });
    for (const [at, file] of files.entries())
      await writeFile(join(to, `${at + 1}.dcm`), picture(file, at + 1));
    return to;
  };
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'one-patient-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  it.each([
    [
      'two patients in one series',
      { id: 'RPT-B', name: 'Doe^Eve' },
      'patient RPT-B (Doe^Eve), study 1.2: 1 file',
    ],
    ['one ID with two names', { id: 'RPT-A', name: 'Doe^Eve' }, 'patient RPT-A (Doe^Eve), study 1.2: 1 file'],
    [
      'two studies of one patient',
      { id: 'RPT-A', study: '1.3' },
      'patient RPT-A (Doe^Ann), study 1.3: 1 file',
    ],
  ])('%s: reads nothing and lists them', async (_what, other, line) => {
    const out = join(folder, 'none');
    const files = await write({ id: 'RPT-A' }, { id: 'RPT-A' }, other);
    expect(await run('lung', files, '--out', out)).toBe(1);
    expect(said.join('\n')).toContain('  1. patient RPT-A (Doe^Ann), study 1.2: 2 files');
    expect(said.join('\n')).toContain(`  2. ${line}`);
    await expect(readFile(join(out, 'exam.json'))).rejects.toThrow();
  });

  it('two patients: reads the one that is chosen and names the files that it leaves', async () => {
    const files = await write({ id: 'RPT-A' }, { id: 'RPT-A' }, { id: 'RPT-B' });
    const out = join(folder, 'chosen');
    expect(await run('lung', files, '--out', out, '--study', '1')).toBe(0);
    const { slices, set_aside } = JSON.parse(await readFile(join(out, 'exam.json'), 'utf8'));
    expect([slices, set_aside]).toEqual([
      2,
      [{ file: join(files, '3.dcm'), reason: 'other_patient', message: expect.any(String) }],
    ]);
    expect(await run('lung', files, '--out', out, '--study', '3')).toBe(1);
  });

  it('one patient spelled in two ways: reads all and says so', async () => {
    const files = await write({ id: 'RPT-A' }, { id: 'rpt-a ', name: 'DOE, ANN' });
    const out = join(folder, 'spelled');
    expect(await run('lung', files, '--out', out)).toBe(0);
    expect(said).toContain('the files differ: patient ID spelled "RPT-A" and "rpt-a"');
    const { slices, patient_spellings } = JSON.parse(await readFile(join(out, 'exam.json'), 'utf8'));
    expect([slices, patient_spellings.length]).toEqual([2, 2]);
  });

  it.skipIf(!existsSync(twoPatients))('two women: refuses the mammograms as one exam', async () => {
    expect(await run('breast', twoPatients, '--out', join(folder, 'women'))).toBe(1);
    expect(said.join('\n')).toMatch(/patient RPT-A.*1 file\n.*patient RPT-B.*1 file/);
  });
});
