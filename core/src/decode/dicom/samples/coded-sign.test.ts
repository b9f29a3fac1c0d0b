import { describe, expect, it } from 'vitest';
import type { DicomCodec } from '../../dicom-codec.ts';
import { decodeDicom } from '../decode-dicom.ts';
import { readDicomFrame } from '../frame/read-frame.ts';
import { concat, encapsulate, greyAttributes, wordBytes, writeDicom } from '../write-dicom.test-support.ts';

/** The header of a JPEG-LS stream of 2 x 1 pixels; a codec that knows its pixels needs no more. */
const streamOf = (precision: number) =>
  concat([
    Uint8Array.of(0xff, 0xd8, 0xff, 0xf7, 0, 11, precision, 0, 1, 0, 2, 1, 1, 0x11, 0),
    new Uint8Array(16),
  ]);

const codecOf = (bytes: Uint8Array, bitsAllocated: number): DicomCodec => ({
  inflate: (packed) => packed,
  decodeFrame: async () => ({ bytes, bitsAllocated, photometric: 'MONOCHROME2', isPlanar: false }),
});

async function signedValues(stored: number, precision: number, bytes: Uint8Array) {
  const file = writeDicom(
    {
      ...greyAttributes(2, 1, stored, true),
      '0028,0100': ['US', [16]],
      '7fe0,0010': ['OB', encapsulate(streamOf(precision))],
    },
    { transferSyntax: '1.2.840.10008.1.2.4.80' },
  );
  const read = await readDicomFrame(file, codecOf(bytes, precision > 8 ? 16 : 8), 0);
  return read.ok ? [...read.frame.values] : read.problem;
}

describe('signed samples in JPEG-LS', () => {
  it("takes the sign from the stored bits, whatever the stream's precision", async () => {
    expect(await signedValues(12, 16, wordBytes([0x0fff, 0x07ff]))).toEqual([-1, 2047]);
    expect(await signedValues(12, 12, wordBytes([0x0fff, 0x07ff]))).toEqual([-1, 2047]);
    expect(await signedValues(16, 16, wordBytes([0xffff, 0x7fff]))).toEqual([-1, 32_767]);
  });

  it('reads samples too narrow to hold a sign as positive', async () => {
    expect(await signedValues(12, 11, wordBytes([0x07ff, 0x0400]))).toEqual([2047, 1024]);
    expect(await signedValues(12, 8, Uint8Array.of(255, 128))).toEqual([255, 128]);
  });
});

describe('colour of 16 bits', () => {
  it('keeps its low bits in the brightness that is measured', async () => {
    const file = writeDicom({
      ...greyAttributes(2, 1, 16),
      '0028,0002': ['US', [3]],
      '0028,0004': ['CS', 'RGB'],
      '0028,0006': ['US', [0]],
      '7fe0,0010': ['OW', wordBytes([1000, 1000, 1000, 1001, 1001, 1001])],
    });
    const result = await decodeDicom(file, codecOf(new Uint8Array(), 16));
    if (!result.ok) throw new Error(result.problem);
    const [first = 0, second = 0] = result.study.grey.data;
    expect(first).toBeCloseTo((1000 / 65_535) * 255, 4);
    expect(second - first).toBeCloseTo(255 / 65_535, 4);
  });
});
