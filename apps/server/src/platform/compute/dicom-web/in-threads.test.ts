import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  greyAttributes,
  wordBytes,
  writeDicom,
} from '@second-read/core/decode/dicom/write-dicom.test-support';
import { afterAll, expect, it } from 'vitest';
import { readSealed } from '../../spool/sealed-file.ts';
import { spoolKey } from '../../spool/spool-key.ts';
import { createCompute } from '../create-compute.ts';

const compute = createCompute({ threads: 1 });
const folder = mkdtempSync(join(tmpdir(), 'second-read-frames-'));
afterAll(async () => {
  await compute.close();
  rmSync(folder, { recursive: true });
});

const by = { userId: 'ada', organisationId: 'clinic' };
const pixels = wordBytes([1, 2, 3, 4]);
const bytes = writeDicom({ ...greyAttributes(2, 2, 16), '7fe0,0010': ['OW', pixels] });

it('threads describe an instance with the identity it is served with, and cut its frames', async () => {
  const identity = { PatientID: 'P-1', SOPInstanceUID: '1.2' };
  const described = await compute.describe({ file: { bytes }, identity }, { by });
  expect(described.ok && JSON.parse(described.json)).toMatchObject({
    '00100020': { vr: 'LO', Value: ['P-1'] },
    '00280010': { vr: 'US', Value: [2] },
  });
  expect(described.ok && described.pixelsAt).toBe(bytes.length - pixels.length);
  const target = join(folder, 'frames');
  const task = { file: { bytes }, frames: [1], takes: 'plain', mostBytes: 8, target } as const;
  const cut = await compute.cutFrames(task, { by });
  expect(cut).toEqual({ ok: true, syntaxUid: '1.2.840.10008.1.2.1', lengths: [8] });
  expect([...(await readSealed(target, spoolKey()))]).toEqual([...pixels]);
});

it('cuts frames one by one, and not more than was set of them together', async () => {
  const several = writeDicom({
    '0028,0008': ['IS', '2'],
    ...greyAttributes(2, 2, 16),
    '7fe0,0010': ['OW', wordBytes([1, 2, 3, 4, 5, 6, 7, 8])],
  });
  const target = join(folder, 'several');
  const cut = (mostBytes: number, frames: number[]) => {
    const task = { file: { bytes: several }, frames, takes: 'stored', mostBytes, target } as const;
    return compute.cutFrames(task, { by });
  };
  expect(await cut(15, [1, 2])).toEqual({ ok: false, reason: 'too_large' });
  expect(await cut(16, [2, 1])).toMatchObject({ ok: true, lengths: [8, 8] });
  expect([...(await readSealed(target, spoolKey()))]).toEqual([...wordBytes([5, 6, 7, 8, 1, 2, 3, 4])]);
  expect(await cut(4, [2])).toMatchObject({ ok: true, lengths: [8] });
});
