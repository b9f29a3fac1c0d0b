import { deflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import {
  type Attributes,
  greyAttributes,
  wordBytes,
  writeDicom,
} from '../decode/dicom/write-dicom.test-support.ts';
import type { Vector } from '../decode/directions.ts';
import { arrangeSeries, type SliceFile } from './arrange-series.ts';
import { factsOfFrame, readSliceFacts, type SliceFacts } from './slice-facts.ts';

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
        identity: { patientId: 'P1' },
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

describe('the head of a deflated file', () => {
  const noise = Uint8Array.from({ length: 60_000 }, (_, at) => Math.imul(at, 2654435761) >>> 24);
  const file = writeDicom(
    {
      '0008,0005': ['CS', 'GB18030'],
      '0010,0020': ['LO', '\xcd\xf5-2'],
      '0020,000e': ['UI', '1.2.3'],
      ...greyAttributes(300, 200, 8),
      '7fe0,0010': ['OB', noise],
    },
    { transferSyntax: '1.2.840.10008.1.2.1.99', pack: (dataset) => new Uint8Array(deflateRawSync(dataset)) },
  );

  it('is read like any other, from its first bytes too', () => {
    const facts = { rows: 200, columns: 300, seriesUid: '1.2.3', identity: { patientId: '王-2' } };
    expect(readSliceFacts(file, true)).toMatchObject({ kind: 'slice', facts });
    expect(readSliceFacts(file.subarray(0, 20_000), false)).toMatchObject({ kind: 'slice', facts });
    expect(readSliceFacts(file.subarray(0, 230), false).kind).toBe('more');
  });

  it('is no image where it is damaged', () => {
    const damaged = file.slice();
    damaged.fill(255, 200);
    expect(readSliceFacts(damaged, true).kind).toBe('no-picture');
  });
});

it('the frames of an enhanced image have their own places, acquisitions and phases', () => {
  const frame = (z: number, acquisition: number, phase: number): Attributes => ({
    '0020,9111': [
      'SQ',
      [{ '0020,9128': ['UL', Uint8Array.of(phase, 0, 0, 0)], '0020,9156': ['US', [acquisition]] }],
    ],
    '0020,9113': ['SQ', [{ '0020,0032': ['DS', `1\\2\\${z}`] }]],
  });
  const shared: Attributes = {
    '0020,9116': ['SQ', [{ '0020,0037': ['DS', '1\\0\\0\\0\\1\\0'] }]],
    '0018,9314': ['SQ', [{ '0018,1210': ['SH', 'FC30'] }]],
    '0028,9110': ['SQ', [{ '0018,0050': ['DS', '7'] }]],
  };
  const bytes = writeDicom({
    '0008,0018': ['UI', '1.2'],
    '0020,0052': ['UI', '1.9'],
    ...greyAttributes(2, 2, 8),
    '0028,0008': ['IS', '2'],
    '5200,9229': ['SQ', [shared]],
    '5200,9230': ['SQ', [frame(7, 1, 2), frame(0, 3, 4)]],
    '7fe0,0010': ['OB', new Uint8Array(8)],
  });
  const head = readSliceFacts(bytes, true);
  if (head.kind !== 'slice') throw new Error(head.kind);
  expect(factsOfFrame(head.facts, 1)).toMatchObject({
    ...{ position: [1, 2, 0], rowDirection: [1, 0, 0], columnDirection: [0, 1, 0], thicknessMm: 7 },
    ...{ kernel: 'FC30', acquisition: 3, temporalPosition: 4, frameOfReferenceUid: '1.9', instanceNumber: 2 },
    instanceUid: undefined,
  });
  expect(factsOfFrame(head.facts, 0).position).toEqual([1, 2, 7]);
  expect(factsOfFrame(head.facts, 0)).not.toHaveProperty('ofFrames');
});
