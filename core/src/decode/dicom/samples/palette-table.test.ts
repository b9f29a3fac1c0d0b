import { describe, expect, it } from 'vitest';
import { Dataset } from '../dataset/dataset.ts';
import { wordBytes } from '../write-dicom.test-support.ts';
import { paletteTable } from './palette-table.ts';

function segmented(length: number, words: number[]): Dataset {
  const dataset = new Dataset(true);
  dataset.add('redDescriptor', { vr: 'US', bytes: wordBytes([length, 0, 16]) });
  dataset.add('redSegments', { vr: 'OW', bytes: wordBytes(words) });
  return dataset;
}

const entries = (length: number, words: number[]) => {
  const table = paletteTable(segmented(length, words), 'red', false);
  return table === undefined ? undefined : Array.from(table.entries);
};

describe('segmented palettes', () => {
  it('joins discrete and linear segments', () => {
    expect(entries(6, [0, 2, 10, 20, 1, 4, 60])).toEqual([10, 20, 30, 40, 50, 60]);
  });

  it('repeats earlier segments at a byte offset', () => {
    const words = [0, 1, 100, 1, 2, 300, 2, 2, 0, 0];
    expect(entries(6, words)).toEqual([100, 200, 300, 100, 200, 300]);
  });

  it('is invalid where the segments do not fill it, and terminates', () => {
    expect(entries(6, [0, 2, 10, 20])).toBeUndefined();
    expect(entries(6, [7, 1, 1, 1])).toBeUndefined();
    const empty = Array.from({ length: 40_000 }, (_, i) => (i % 4 === 0 ? 2 : i % 4 === 1 ? 65_535 : 0));
    expect(entries(6, empty)).toBeUndefined();
  });
});
