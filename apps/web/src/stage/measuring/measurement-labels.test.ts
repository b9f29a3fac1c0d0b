import { describe, expect, it } from 'vitest';
import type { Picture } from '../source/picture.ts';
import { labelsOf } from './measurement-labels.ts';
import { newMeasurement } from './measurement-shape.ts';

const picture: Picture = {
  ...{ kind: 'grey', unit: 'HU', id: 'p', width: 2, height: 2, window: { centre: 0, width: 1 } },
  samples: new Uint8Array(4),
};
const points = [
  [0, 0],
  [3, 4],
] as const;

describe('the label of a measurement', () => {
  it('is what it comes to, in one line where it is listed', () => {
    const probe = newMeasurement('probe', [[1, 1]]);
    expect(labelsOf([probe], picture)).toEqual([
      { id: probe.id, lines: ['0 HU', 'x 1, y 1'], words: '0 HU, x 1, y 1', isWritten: false },
    ]);
    expect(labelsOf([newMeasurement('length', [[1, 1]])], picture)).toEqual([]);
  });

  it('is the text of an arrow, which is listed as such, also without text', () => {
    const arrow = newMeasurement('arrow', points);
    const [bare, written] = labelsOf([arrow, { ...arrow, id: 'm', text: 'Surgical clip' }], picture, 'm');
    expect(bare).toEqual({ id: arrow.id, lines: [], words: 'Arrow', isWritten: false });
    expect(written).toMatchObject({
      lines: ['Surgical clip'],
      words: 'Arrow: Surgical clip',
      isWritten: true,
    });
    expect(labelsOf([newMeasurement('arrow', [])], picture)).toEqual([]);
  });
});
