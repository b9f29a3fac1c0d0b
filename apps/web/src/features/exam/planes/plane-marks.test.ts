import type { Vector } from '@second-read/core/decode/directions';
import { volumeGeometry } from '@second-read/core/volume/volume-geometry';
import { describe, expect, it } from 'vitest';
import { marksOnPlane, planesOfMarks, type VolumeMark } from './plane-marks.ts';

/** Six slices of 20 by 10 pixels of 1 mm, 5 mm apart, the head at the end. */
const made = volumeGeometry(
  [0, 5, 10, 15, 20, 25].map((z) => ({
    ...{ width: 20, height: 10, pixelMm: { x: 1, y: 1 }, thicknessMm: 5 },
    place: {
      position: [0, 0, z] as Vector,
      rowDirection: [1, 0, 0] as Vector,
      columnDirection: [0, 1, 0] as Vector,
    },
  })),
);
if (!made.ok) throw new Error(made.reason);
const { geometry } = made;

const mark = (slice: number, x: number): VolumeMark => ({
  ...{ id: 'nodule-1', label: 'Nodule 1', colour: '#E69F00', slice },
  box: { x, y: 4, width: 3, height: 2 },
});
const marks = [mark(1, 6), mark(2, 7)];

describe('outlines on planes', () => {
  const boxesOn = (plane: 'axial' | 'coronal' | 'sagittal', at = { x: 8, y: 5, z: 1 }, slabMm = 0) =>
    marksOnPlane(marks, geometry, { plane, at, slabMm }).map(({ box }) => box);

  it('are those of the slice itself', () => {
    expect(boxesOn('axial')).toEqual([{ x: 6, y: 4, width: 3, height: 2 }]);
    expect(boxesOn('axial', { x: 8, y: 5, z: 4 })).toEqual([]);
  });

  it('are one box a finding across the slices, as high as they stand for, head up', () => {
    expect(boxesOn('coronal')).toEqual([{ x: 6, y: 15, width: 4, height: 10 }]);
    expect(boxesOn('sagittal')).toEqual([{ x: 4, y: 15, width: 2, height: 10 }]);
  });

  it('stand on no plane that does not meet the finding', () => {
    expect(boxesOn('coronal', { x: 8, y: 6, z: 1 })).toEqual([]);
    expect(boxesOn('sagittal', { x: 9, y: 5, z: 1 })).toEqual([{ x: 4, y: 15, width: 2, height: 5 }]);
  });

  it('stand on every slab that holds the finding', () => {
    expect(boxesOn('axial', { x: 8, y: 5, z: 3 }, 10)).toEqual([{ x: 7, y: 4, width: 3, height: 2 }]);
    expect(boxesOn('coronal', { x: 8, y: 8, z: 1 }, 6)).toHaveLength(1);
  });

  it('are as a reader drew them on the slice itself, and boxes on slabs and across', () => {
    const outline = [
      { x: 6, y: 4 },
      { x: 9, y: 4 },
      { x: 7, y: 6 },
    ];
    const drawn = [{ ...mark(1, 6), outline }];
    const on = (plane: 'axial' | 'coronal', slabMm: number) =>
      marksOnPlane(drawn, geometry, { plane, at: { x: 8, y: 5, z: 1 }, slabMm }).map((each) => each.outline);
    expect(on('axial', 0)).toEqual([outline]);
    expect([...on('axial', 10), ...on('coronal', 0)]).toEqual([undefined, undefined]);
  });

  it('are marked on the scroll bar of each plane', () => {
    const placesOn = (plane: 'axial' | 'coronal' | 'sagittal') =>
      planesOfMarks(marks, geometry, plane).map(({ at }) => at);
    expect([placesOn('axial'), placesOn('coronal'), placesOn('sagittal')]).toEqual([
      ...[
        [1, 2],
        [5, 5],
        [8, 9],
      ],
    ]);
  });
});
