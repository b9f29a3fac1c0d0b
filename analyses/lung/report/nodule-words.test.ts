import { describe, expect, it } from 'vitest';
import type { NoduleFinding } from '../reading/schema.ts';
import { sizeWords, volumeWords } from './nodule-words.ts';

const nodule = (...measurements: NoduleFinding['measurements']): NoduleFinding => ({
  ...{ id: 'nodule-1', type: 'nodule', state: 'found', reason: null, certainty: null },
  ...{ region: null, side: null, descriptors: null, measurements },
});
const of = (quantity: string, value: number, unit: 'mm' | 'px' | 'mm2' | 'px2' | 'mm3') =>
  ({ quantity, value, unit, method: unit === 'mm3' ? 'area_times_slice_thickness' : null }) as const;

describe('the words of a nodule', () => {
  it('give its diameter to a tenth of a millimeter where the pixel size is known, else in pixels', () => {
    expect(sizeWords(nodule(of('mean_diameter', 9.4, 'mm'), of('mean_diameter', 14.6, 'px')))).toBe('9.4 mm');
    expect(sizeWords(nodule(of('mean_diameter', 14.6, 'px')))).toBe('14.6 px (pixel size unknown)');
    expect(sizeWords(nodule())).toBeNull();
  });

  it('give no volume where the slice thickness or the pixel size is unknown', () => {
    expect(volumeWords(nodule(of('area', 50, 'mm2'), of('volume', 250, 'mm3')))).toBe(
      '250 mm³ (area × slice thickness)',
    );
    expect(volumeWords(nodule(of('area', 50, 'mm2'), of('area', 200, 'px2')))).toBe(
      'not measurable (area 50 mm²)',
    );
    expect(volumeWords(nodule(of('area', 200, 'px2')))).toBe('not measurable (area 200 px²)');
  });
});
