import { createHash } from 'node:crypto';
import { decodeStudy } from '@second-read/core/decode/decode-study';
import { decodeFrame } from '@second-read/core/decode/dicom/frame/stored-frame';
import { describeImage } from '@second-read/core/decode/dicom/image-description';
import { readFile } from '@second-read/core/decode/dicom/read-file';
import { showTable } from '@second-read/core/decode/display-values';
import type { PlaneData } from '@second-read/core/pixels/plane';
import { describe, expect, it } from 'vitest';
import { createCodecs } from './create-codecs.ts';
import { type SharedFile, sharedFiles } from './shared-files.test-support.ts';

const codecs = createCodecs();
const files = sharedFiles('dicom');
const decodable = files?.filter(({ facts }) => facts.decoded === 'yes') ?? [];
const undecodable = files?.filter(({ facts }) => facts.decoded !== 'yes') ?? [];

function hashOf(values: PlaneData): string {
  const isFloat = values instanceof Float32Array || values instanceof Float64Array;
  const numbers = isFloat ? Float64Array.from(values) : Uint32Array.from(values);
  return createHash('sha256').update(new Uint8Array(numbers.buffer)).digest('hex');
}

function meanOf(values: PlaneData): number {
  let sum = 0;
  for (const value of values) sum += value;
  return sum / values.length;
}

describe.skipIf(files === undefined)('public DICOM files (needs ../shared/datasets/dicom)', () => {
  it('are there', () => {
    expect(decodable.length).toBeGreaterThan(40);
  });

  it.each(decodable.map((file) => [file.name, file] as const))(
    '%s decodes as the reference does',
    async (_, file) => {
      const dicom = readFile(file.read(), codecs.dicom);
      const image = describeImage(dicom.dataset);
      const { facts } = file;
      expect([image.rows, image.columns, image.frames].map(String)).toEqual([
        facts.rows,
        facts.columns,
        facts.frames,
      ]);
      expect(dicom.syntax.uid).toBe(facts.transfer_syntax);
      const frame = await decodeFrame(dicom, image, 0, codecs.dicom);
      if (facts.frame0_sha256_int32le !== '') {
        expect(hashOf(frame.values)).toBe(facts.frame0_sha256_int32le);
      } else {
        expect(Math.abs(meanOf(frame.values) - Number(facts.frame0_mean))).toBeLessThanOrEqual(1);
      }
      expect((await decodeStudy(file.read(), codecs)).ok).toBe(true);
    },
  );

  it.each(undecodable.map((file) => [file.name, file] as const))(
    '%s is refused or read, never thrown at',
    async (_, file) => {
      const result = await decodeStudy(file.read(), codecs);
      if (file.facts.has_pixel_data === '0' && file.facts.strict_read === 'yes') {
        expect(result).toEqual({ ok: false, problem: 'no_pixel_data' });
      }
      expect(typeof result.ok).toBe('boolean');
    },
  );

  it.each([
    ['vlut_04', 33_109.316 / 65_535],
    ['GH133', 331.376 / 4095],
  ])('display tables: shows %s through its display table as pydicom does', async (name, mean) => {
    const file = files?.find((each) => each.name.includes(name)) as SharedFile;
    const result = await decodeStudy(file.read(), codecs);
    if (!result.ok || result.study.table === undefined) throw new Error('no table');
    const shown = showTable(result.study.grey, result.study.table);
    expect(Math.abs(meanOf(shown.data) - mean * 255)).toBeLessThan(0.3);
  });

  it('reads the clinical facts of a real mammogram', async () => {
    const mammogram = files?.find(({ name }) => name.includes('GH133')) as SharedFile;
    const result = await decodeStudy(mammogram.read(), codecs);
    if (!result.ok) throw new Error(result.problem);
    expect(result.study).toMatchObject({
      width: 2394,
      height: 3062,
      bitsStored: 12,
      window: { centre: 2653 },
      spacing: { kind: 'imager' },
      source: { modality: 'MG', frames: 1 },
    });
  });
});
