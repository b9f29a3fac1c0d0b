import { describe, expect, it } from 'vitest';
import { drawn, grey, maskOf, noise, rowsOf } from '../grid.test-support.ts';
import { clampBox, crop, cropAround } from './crop.ts';
import { flipHorizontal } from './flip.ts';
import { pad } from './pad.ts';
import { rotate, sampleBilinear, warpAffine } from './warp-affine.ts';

const source = grey([
  [1, 2, 3],
  [4, 5, 6],
]);

describe('geometry', () => {
  it('crops a box', () => {
    expect(rowsOf(crop(source, { x: 1, y: 0, width: 2, height: 2 }))).toEqual([
      [2, 3],
      [5, 6],
    ]);
  });

  it('keeps a box of at least one pixel inside the picture', () => {
    expect(clampBox({ x: -3.2, y: 1.5, width: 100, height: 0 }, 10, 4)).toEqual({
      x: 0,
      y: 1,
      width: 10,
      height: 1,
    });
    expect(clampBox({ x: 50, y: 50, width: 5, height: 5 }, 10, 4)).toEqual({
      x: 9,
      y: 3,
      width: 1,
      height: 1,
    });
  });

  it('fills what a window around a centre sees outside the picture', () => {
    expect(rowsOf(cropAround(source, { x: 1, y: 0 }, { side: 2, fill: -1 }))).toEqual([
      [-1, -1],
      [1, 2],
    ]);
    expect([...cropAround(source, { x: 90, y: 90 }, { side: 2, fill: 7 }).data]).toEqual([7, 7, 7, 7]);
  });

  it('pads planes and masks', () => {
    expect(drawn(pad(maskOf('#'), { left: 1, top: 0, right: 0, bottom: 1 }))).toEqual(['.#', '..']);
    expect(rowsOf(pad(grey([[5]]), { left: 0, top: 0, right: 1, bottom: 0 }, 9))).toEqual([[5, 9]]);
  });

  it('mirrors', () => {
    expect(rowsOf(flipHorizontal(source))).toEqual([
      [3, 2, 1],
      [6, 5, 4],
    ]);
  });

  it('turns clockwise, by a quarter exactly', () => {
    const picture = noise(9, 9);
    rotate(picture, Math.PI / 2).data.forEach((v, i) => {
      expect(v).toBeCloseTo(picture.data[(8 - (i % 9)) * 9 + Math.floor(i / 9)] ?? 0, 5);
    });
  });

  it('shifts and reads fill outside', () => {
    const shifted = warpAffine(
      source,
      { a: 1, b: 0, c: 1, d: 0, e: 1, f: 0 },
      { width: 3, height: 2, fill: 0 },
    );
    expect(rowsOf(shifted)).toEqual([
      [2, 3, 0],
      [5, 6, 0],
    ]);
    expect(sampleBilinear(source, 0.5, 0.5)).toBe(3);
    expect(sampleBilinear(source, Number.NaN, 0, -5)).toBe(-5);
  });
});
