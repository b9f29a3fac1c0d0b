import { describe, expect, it } from 'vitest';
import { painted } from '../../../study.test-support.ts';
import { meanDiameter } from './size.ts';

const ellipse = (rx: number, ry: number) => {
  const plane = painted(64, 64, (x, y) => (((x - 32) / rx) ** 2 + ((y - 32) / ry) ** 2 <= 1 ? 1 : 0));
  return { width: 64, height: 64, data: Uint8Array.from(plane.data) };
};

describe('the size of a nodule', () => {
  it('is the mean of long and short axis', () => {
    expect(Math.abs(meanDiameter(ellipse(10, 10)) - 20)).toBeLessThan(0.5);
    expect(Math.abs(meanDiameter(ellipse(14, 8)) - 22)).toBeLessThan(0.5);
  });
});
