import { describe, expect, it } from 'vitest';
import { mask } from '../../pixels/plane.ts';
import { marksOf } from '../../reading/mark.ts';
import { shapeOf } from '../../reading/mark-shape.ts';
import type { SeenSlice } from '../exam-slice.ts';
import { linkMarks, type PlacedMark } from './link-marks.ts';
import { abcHalfMl, volumeMl } from './volume.ts';

const side = 64;

/** The marks of a ball of radius `r` about (x, y, z), a slice for every unit of z. */
function ball(x: number, y: number, z: number, r: number): PlacedMark[] {
  return Array.from({ length: 40 }, (_, slice) => slice).flatMap((slice) => {
    const region = mask(side, side);
    for (let i = 0; i < region.data.length; i++) {
      const [dx, dy, dz] = [(i % side) - x, Math.floor(i / side) - y, slice - z];
      if (dx * dx + dy * dy + dz * dz <= r * r) region.data[i] = 1;
    }
    return marksOf(region, { type: 'ball', score: 1 }).map((mark) => ({ slice, mark }));
  });
}

const slices = (pixel: number, slab: number) =>
  new Map(
    Array.from({ length: 40 }, (_, index) => [
      index,
      { index, pixelMm: { x: pixel, y: pixel }, slabMm: slab } as unknown as SeenSlice,
    ]),
  );

const near = { reachPx: 0, maxSlicesApart: 1 };

describe('marks linked over slices', () => {
  it('makes one lesion of a ball and two of two balls beside each other', () => {
    expect(linkMarks(ball(20, 20, 10, 5), near).map((one) => one.length)).toEqual([11]);
    expect(linkMarks([...ball(15, 20, 10, 5), ...ball(40, 20, 12, 6)], near)).toHaveLength(2);
  });

  it('keeps two balls apart that lie over one another with an empty slice between', () => {
    const both = [...ball(20, 20, 8, 3), ...ball(20, 20, 20, 3)];
    expect(linkMarks(both, near)).toHaveLength(2);
  });

  it('links over one slice that misses the lesion only where that is asked for', () => {
    const holed = ball(20, 20, 10, 5).filter(({ slice }) => slice !== 10);
    expect(linkMarks(holed, near)).toHaveLength(2);
    expect(linkMarks(holed, { ...near, maxSlicesApart: 2 })).toHaveLength(1);
  });

  it('links nothing over missing slices', () => {
    expect(linkMarks(ball(20, 20, 10, 5), { ...near, gapsAfter: new Set([9]) })).toHaveLength(2);
  });

  it('joins parts of one slice that meet in another', () => {
    const fork = [...ball(18, 20, 10, 5), ...ball(24, 20, 10, 5)];
    expect(linkMarks(fork, near)).toHaveLength(1);
  });
});

describe('the volume of a lesion', () => {
  it('is that of the ball within a twentieth, whatever the voxel', () => {
    const [lesion = []] = linkMarks(ball(30, 30, 20, 9), near);
    const ml = (r: number) => (4 / 3) * Math.PI * r ** 3 * 0.001;
    expect(volumeMl(lesion, slices(1, 1)) ?? 0).toBeCloseTo(ml(9), 0);
    expect((volumeMl(lesion, slices(0.5, 2)) ?? 0) / (ml(9) / 2)).toBeCloseTo(1, 1);
  });

  it('by ABC/2 comes to two thirds of a ball cut into many slices, whose outer ones the rule leaves out', () => {
    const [lesion = []] = linkMarks(ball(30, 30, 20, 9), near);
    const ratio = (abcHalfMl(lesion, slices(1, 1)) ?? 0) / (volumeMl(lesion, slices(1, 1)) ?? 1);
    expect(ratio).toBeGreaterThan(0.55);
    expect(ratio).toBeLessThan(0.8);
  });

  it('is not told without pixel size', () => {
    const [lesion = []] = linkMarks(ball(30, 30, 20, 4), near);
    const unknown = new Map(
      [...slices(1, 1)].map(([index, slice]) => [index, { ...slice, pixelMm: null } as SeenSlice]),
    );
    expect(volumeMl(lesion, unknown)).toBeNull();
  });
});

describe('the shape of a mark', () => {
  it('has the axes of an ellipse', () => {
    const region = mask(side, side);
    for (let i = 0; i < region.data.length; i++) {
      const [dx, dy] = [((i % side) - 30) / 12, (Math.floor(i / side) - 25) / 5];
      if (dx * dx + dy * dy <= 1) region.data[i] = 1;
    }
    const [mark] = marksOf(region, { type: 'ellipse', score: 1 });
    const shape = mark && shapeOf(mark);
    expect([shape?.x, shape?.y]).toEqual([expect.closeTo(30), expect.closeTo(25)]);
    expect(Math.round(shape?.longPx ?? 0)).toBe(24);
    expect(Math.round(shape?.shortPx ?? 0)).toBe(10);
  });
});
