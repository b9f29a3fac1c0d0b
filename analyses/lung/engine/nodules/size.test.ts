import { describe, expect, it } from 'vitest';
import { painted } from '../../../study.test-support.ts';
import { lungRadsSizeRow, meanDiameter, sizeText, volumeText } from './size.ts';

const ellipse = (rx: number, ry: number) => {
  const plane = painted(64, 64, (x, y) => (((x - 32) / rx) ** 2 + ((y - 32) / ry) ** 2 <= 1 ? 1 : 0));
  return { width: 64, height: 64, data: Uint8Array.from(plane.data) };
};

describe('the size of a nodule', () => {
  it('is the mean of long and short axis', () => {
    expect(Math.abs(meanDiameter(ellipse(10, 10)) - 20)).toBeLessThan(0.5);
    expect(Math.abs(meanDiameter(ellipse(14, 8)) - 22)).toBeLessThan(0.5);
  });

  it('is given to a tenth of a millimetre where the pixel size is known, else in pixels', () => {
    expect(sizeText(14.62, 0.646)).toBe('9.4 mm');
    expect(sizeText(14.62, undefined)).toBe('14.6 px (pixel size unknown)');
  });

  it('gives no volume where the slice thickness or the pixel size is unknown', () => {
    expect(volumeText(200, 0.5, 5)).toBe('250 mm³ (area × slice thickness)');
    expect(volumeText(200, 0.5)).toBe('not measurable (area 50 mm²)');
    expect(volumeText(200)).toBe('not measurable (area 200 px²)');
  });

  it('falls into the Lung-RADS size row of its rounded millimetres', () => {
    expect(lungRadsSizeRow(5.94, 'solid')?.row).toBe('2');
    expect(lungRadsSizeRow(5.96, 'solid')?.row).toBe('3');
    expect(lungRadsSizeRow(8, 'solid')?.row).toBe('4A');
    expect(lungRadsSizeRow(15, 'solid')?.row).toBe('4B');
    expect(lungRadsSizeRow(20, 'ground-glass')?.row).toBe('2');
    expect(lungRadsSizeRow(30, 'ground-glass')?.row).toBe('3');
    expect(lungRadsSizeRow(9, 'part-solid')).toBeNull();
  });
});
