import { describe, expect, it } from 'vitest';
import {
  type Attributes,
  greyAttributes,
  wordBytes,
  writeDicom,
} from '../decode/dicom/write-dicom.test-support.ts';
import { arrangeSeries, type SliceFile } from './arrange-series.ts';
import { readSliceFacts, type SliceFacts, type Vector } from './slice-facts.ts';

const picture = { rows: 4, columns: 4, bitsStored: 12, frames: 1 };
const axial = { rowDirection: [1, 0, 0] as Vector, columnDirection: [0, 1, 0] as Vector };

function file(name: string, facts: Partial<SliceFacts> = {}): SliceFile {
  return { name, facts: { ...picture, seriesUid: '1.2', ...facts } };
}

const names = (files: readonly SliceFile[]) =>
  arrangeSeries(files).map(({ slices }) => slices.map(({ name }) => name).join(' '));

describe('the order of a series', () => {
  it('follows the position along the normal, whatever number and name say', () => {
    const files = [
      file('a', { ...axial, position: [0, 0, 30], instanceNumber: 1 }),
      file('b', { ...axial, position: [0, 0, -10], instanceNumber: 2 }),
      file('c', { ...axial, position: [0, 0, 10], instanceNumber: 3 }),
    ];
    expect(names(files)).toEqual(['b c a']);
    expect(arrangeSeries(files)[0]?.orderedBy).toBe('position');
  });

  it('uses the normal of tilted slices, not the z axis', () => {
    const coronal = { rowDirection: [1, 0, 0] as Vector, columnDirection: [0, 0, -1] as Vector };
    // The normal of these is +y.
    const at = (y: number, z: number) => ({ ...coronal, position: [0, y, z] as Vector });
    expect(names([file('a', at(5, 1)), file('b', at(1, 9)), file('c', at(3, 4))])).toEqual(['b c a']);
  });

  it('falls back to the instance number where a position or a direction is missing or differs', () => {
    const other = { rowDirection: [0, 1, 0] as Vector, columnDirection: [0, 0, 1] as Vector };
    const position: Vector = [0, 0, 9];
    for (const odd of [{ ...axial }, { position }, { ...other, position }]) {
      const files = [
        file('a', { ...axial, position: [0, 0, 1], instanceNumber: 10 }),
        file('b', { ...odd, instanceNumber: 9 }),
      ];
      expect([names(files), arrangeSeries(files)[0]?.orderedBy]).toEqual([['b a'], 'instance number']);
    }
  });

  it('falls back to the instance number where all stand at one place', () => {
    const here = { ...axial, position: [0, 0, 1] as Vector };
    expect(
      names([file('a', { ...here, instanceNumber: 2 }), file('b', { ...here, instanceNumber: 1 })]),
    ).toEqual(['b a']);
  });

  it('falls back to the name, its numbers read as numbers', () => {
    const files = [file('IM10'), file('IM2'), file('IM1')];
    expect([names(files), arrangeSeries(files)[0]?.orderedBy]).toEqual([['IM1 IM2 IM10'], 'name']);
  });
});

describe('files of several series', () => {
  it('are told apart, the series with the most slices first', () => {
    const files = [
      file('scout', { seriesUid: '1.1' }),
      file('a'),
      file('b'),
      file('free', { seriesUid: undefined }),
    ];
    expect(arrangeSeries(files).map(({ uid, slices }) => [uid, slices.length])).toEqual([
      ['1.2', 2],
      ['1.1', 1],
      [undefined, 1],
    ]);
  });

  it('are taken once where an instance occurs twice', () => {
    expect(
      names([file('a', { instanceUid: '9' }), file('copy of a', { instanceUid: '9' }), file('b')]),
    ).toEqual(['a b']);
  });
});

const attributes: Attributes = {
  '0008,0018': ['UI', '1.2.3'],
  '0008,0060': ['CS', 'CT'],
  '0008,103e': ['LO', 'Thorax 5 mm'],
  '0010,0020': ['LO', 'P1'],
  '0020,000e': ['UI', '1.2'],
  '0020,0013': ['IS', '12'],
  '0020,0032': ['DS', '-1\\-2.5\\30'],
  '0020,0037': ['DS', '1\\0\\0\\0\\1\\0'],
  ...greyAttributes(2, 2, 12),
  '0028,0008': ['IS', '3'],
  '7fe0,0010': ['OW', wordBytes([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])],
};

describe('the head of a slice', () => {
  it.each([
    ['explicit', {}],
    ['implicit', { transferSyntax: '1.2.840.10008.1.2', isExplicit: false }],
    ['without preamble and meta information', { hasPreamble: false, isExplicit: false }],
    ['big endian', { transferSyntax: '1.2.840.10008.1.2.2', isLittleEndian: false }],
  ])('tells its place, without its pixels: %s', (_how, writing) => {
    const bytes = writeDicom(attributes, writing);
    const outcome = readSliceFacts(bytes.subarray(0, bytes.length - 20), false);
    expect(outcome).toEqual({
      kind: 'slice',
      facts: {
        seriesUid: '1.2',
        instanceUid: '1.2.3',
        description: 'Thorax 5 mm',
        modality: 'CT',
        patientId: 'P1',
        instanceNumber: 12,
        position: [-1, -2.5, 30],
        rowDirection: [1, 0, 0],
        columnDirection: [0, 1, 0],
        rows: 2,
        columns: 2,
        bitsStored: 12,
        frames: 3,
      },
    });
  });

  it.each([
    ['YES', true],
    ['yes', true],
    ['NO', undefined],
  ])('tells whether it says that text is burned in: %s', (word, expected) => {
    const bytes = writeDicom({
      ...greyAttributes(1, 1, 16),
      '0028,0301': ['CS', word],
      '7fe0,0010': ['OW', wordBytes([1])],
    });
    expect(readSliceFacts(bytes, true)).toMatchObject({ facts: { saysBurnedIn: expected } });
  });

  it('asks for more where the bytes end before the pixels', () => {
    const bytes = writeDicom(attributes);
    expect(readSliceFacts(bytes.subarray(0, bytes.length - 60), false).kind).toBe('more');
    expect(readSliceFacts(bytes.subarray(0, bytes.length - 60), true).kind).toBe('no-picture');
  });

  it('passes over what is no picture: a DICOMDIR, a report, another kind of file', () => {
    const directory = writeDicom({ '0004,1130': ['CS', 'DISC'], '0008,0060': ['CS', 'SR'] });
    expect(readSliceFacts(directory, true).kind).toBe('no-picture');
    expect(readSliceFacts(new TextEncoder().encode('hello'), true).kind).toBe('not-dicom');
  });
});
