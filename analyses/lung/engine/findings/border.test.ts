import { describe, expect, it } from 'vitest';
import { painted } from '../../../study.test-support.ts';
import { borderNear } from './border.ts';

const disc = (x0: number, y0: number, r: number) => {
  const { data } = painted(256, 256, (x, y) => (Math.hypot(x - x0, y - y0) <= r ? 1 : 0));
  return { width: 256, height: 256, data: Uint8Array.from(data) };
};
const nodule = (x: number, y: number) => ({
  mask: disc(x, y, 5),
  box: { x: x - 5, y: y - 5, width: 11, height: 11 },
});
/** The patient's right lung, on the picture's left, and the left one. */
const right = { lung: disc(78, 128, 45), side: 'right', reach: 10 } as const;
const left = { lung: disc(178, 128, 45), side: 'left', reach: 10 } as const;

describe('the border of the lung that a nodule lies at', () => {
  it('is the chest wall on the outer side, the mediastinum towards the other lung', () => {
    expect(borderNear(nodule(43, 128), right)).toBe('chest_wall');
    expect(borderNear(nodule(113, 128), right)).toBe('mediastinum');
    expect(borderNear(nodule(143, 128), left)).toBe('mediastinum');
    expect(borderNear(nodule(213, 128), left)).toBe('chest_wall');
  });

  it('is the chest wall in front and at the back', () => {
    expect(borderNear(nodule(78, 92), right)).toBe('chest_wall');
    expect(borderNear(nodule(178, 164), left)).toBe('chest_wall');
  });

  it('is none within the lung, a pixel beyond the reach', () => {
    expect(borderNear(nodule(78, 128), right)).toBeNull();
    expect(borderNear(nodule(49, 128), right)).toBeNull();
  });

  it('is told of a mass that the lung leaves out', () => {
    expect(borderNear(nodule(127, 128), right)).toBe('mediastinum');
    expect(borderNear(nodule(25, 128), right)).toBe('chest_wall');
  });
});
