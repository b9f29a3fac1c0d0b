import { describe, expect, it } from 'vitest';
import { lettersOf, type Vector } from '../decode/directions.ts';
import { inSlice, type Plane, planeDirections, planeFrame, pointOfVoxel, voxelOfPoint } from './plane.ts';
import { type Projection, reformat, slabSlices, type Volume, type Voxels } from './reformat.ts';
import { type VolumeGeometry, type VolumeSlice, volumeGeometry } from './volume-geometry.ts';

const axial = { rowDirection: [1, 0, 0] as Vector, columnDirection: [0, 1, 0] as Vector };

function slice(
  z: number,
  more: Partial<VolumeSlice> = {},
  at: readonly [number, number] = [0, 0],
): VolumeSlice {
  const place = { ...axial, position: [...at, z] as Vector };
  return { width: 3, height: 2, pixelMm: { x: 1, y: 1 }, place, thicknessMm: 2, ...more };
}

function geometryOf(slices: readonly VolumeSlice[]): VolumeGeometry {
  const made = volumeGeometry(slices);
  if (!made.ok) throw new Error(made.reason);
  return made.geometry;
}

/** Four slices of 3 by 2 pixels, 2 mm apart, the head at the end of the stack. */
const volume: Volume = {
  geometry: geometryOf([0, 2, 4, 6].map((z) => slice(z))),
  slices: [
    [10, 11, 12, 20, 21, 22],
    [30, 31, 32, 40, 41, 42],
    [50, 51, 52, 60, 61, 62],
    [70, 71, 72, 80, 81, 82],
  ].map((values) => Uint8Array.from(values)),
};
const rows = ({ width, data }: { width: number; data: Voxels }) =>
  Array.from({ length: data.length / width }, (_, y) => [...data.subarray(y * width, (y + 1) * width)]);

describe('planes through a stack of slices', () => {
  it('are the slices themselves', () => {
    expect(rows(reformat(volume, 'axial', { x: 0, y: 0, z: 2 }))).toEqual([
      [50, 51, 52],
      [60, 61, 62],
    ]);
  });

  it('stand head up in their true height, brightness interpolated between slices', () => {
    expect(rows(reformat(volume, 'coronal', { x: 0, y: 1, z: 0 }))).toEqual([
      [80, 81, 82],
      [75, 76, 77],
      [65, 66, 67],
      [55, 56, 57],
      [45, 46, 47],
      [35, 36, 37],
      [25, 26, 27],
      [20, 21, 22],
    ]);
    expect(rows(reformat(volume, 'sagittal', { x: 2, y: 0, z: 0 }))[1]).toEqual([67, 77]);
  });

  it('have stored values below zero, interpolated and in slabs as well', () => {
    const stored = (values: Uint8Array) => Int16Array.from(values, (value) => value - 1000);
    const hounsfield = { ...volume, slices: volume.slices.map((slice) => stored(Uint8Array.from(slice))) };
    for (const plane of ['axial', 'coronal', 'sagittal'] as const)
      for (const slabMm of [0, 4]) {
        const at = { x: 1, y: 1, z: 1 };
        const expected = reformat(volume, plane, at, { slabMm }).data;
        expect(reformat(hounsfield, plane, at, { slabMm }).data).toEqual(
          Int16Array.from(expected, (value) => value - 1000),
        );
      }
  });

  it('take class numbers from the nearest slice and never mix them', () => {
    const shown = rows(reformat(volume, 'coronal', { x: 0, y: 1, z: 0 }, { isLabels: true }));
    expect(shown.map(([first]) => first)).toEqual([80, 80, 60, 60, 40, 40, 20, 20]);
  });

  it('show the brightest voxel of a slab, so much of the body thick', () => {
    expect(slabSlices(volume.geometry, 1, 4)).toEqual([0, 1, 2]);
    expect(rows(reformat(volume, 'axial', { x: 0, y: 0, z: 1 }, { slabMm: 4 }))).toEqual([
      [50, 51, 52],
      [60, 61, 62],
    ]);
    expect(rows(reformat(volume, 'coronal', { x: 0, y: 0, z: 0 }, { slabMm: 2 }))[0]).toEqual([80, 81, 82]);
  });

  it('show the darkest voxel of a slab, or the mean, never what lies outside of the slices', () => {
    const at = { x: 1, y: 0, z: 1 };
    const shown = (plane: Plane, projection: Projection) =>
      rows(reformat(volume, plane, at, { slabMm: 4, projection }));
    // Axial: slices 1 to 3 (10, 30 and 50 in the first voxel). Sagittal: all three columns.
    expect(shown('axial', 'minimum')[0]).toEqual([10, 11, 12]);
    expect(shown('axial', 'average')[0]).toEqual([30, 31, 32]);
    expect(shown('sagittal', 'minimum')[0]).toEqual([70, 80]);
    expect(shown('sagittal', 'average')[0]).toEqual([71, 81]);
    expect(shown('sagittal', 'maximum')[0]).toEqual([72, 82]);
    // Each slice is shifted by a row: two of the three in the slab have a voxel at each pixel, 20 and 30,
    // then 40 and 50.
    const tilted = { ...volume, geometry: geometryOf([0, 2, 4, 6].map((z) => slice(z, {}, [0, z / 2]))) };
    const sheared = (projection: Projection) =>
      rows(reformat(tilted, 'axial', { x: 0, y: 0, z: 1 }, { slabMm: 4, projection }));
    expect(sheared('minimum').map(([first]) => first)).toEqual([20, 40]);
    expect(sheared('average').map(([first]) => first)).toEqual([25, 45]);
  });

  it('stay black where slices are missing', () => {
    const geometry = geometryOf([0, 2, 8, 10].map((z) => slice(z)));
    const shown = rows(reformat({ ...volume, geometry }, 'coronal', { x: 0, y: 1, z: 0 }));
    expect(shown.map(([first]) => first)).toEqual([80, 75, 65, 60, 0, 0, 0, 0, 40, 35, 25, 20]);
  });

  it('are set straight where the gantry was tilted', () => {
    const geometry = geometryOf([0, 2, 4, 6].map((z) => slice(z, {}, [0, z / 2])));
    expect(planeFrame(geometry, 'sagittal')).toMatchObject({ width: 5, height: 8 });
    expect(rows(reformat({ ...volume, geometry }, 'sagittal', { x: 0, y: 0, z: 0 }))[0]).toEqual([
      0, 0, 0, 70, 80,
    ]);
    expect(inSlice(geometry, { x: 1, y: 1, z: 0 }, 1)).toEqual({ x: 1, y: 0, z: 1 });
  });

  it('are as wide as the patient where pixels are oblong', () => {
    const geometry = geometryOf([0, 2, 4, 6].map((z) => slice(z, { pixelMm: { x: 2, y: 1 } })));
    expect(planeFrame(geometry, 'axial')).toMatchObject({ width: 6, height: 2, mmPerPixel: 1 });
    expect(rows(reformat({ ...volume, geometry }, 'axial', { x: 0, y: 0, z: 0 }))[0]).toEqual([
      ...[10, 10, 11, 11, 12, 12],
    ]);
  });

  it('lead from a point to its voxel and back', () => {
    const at = { x: 1, y: 0, z: 2 };
    for (const plane of ['axial', 'coronal', 'sagittal'] as const) {
      const point = pointOfVoxel(volume.geometry, plane, at);
      expect([plane, voxelOfPoint(volume.geometry, plane, point, at)]).toEqual([plane, at]);
    }
    expect(pointOfVoxel(volume.geometry, 'coronal', at)).toEqual({ x: 1.5, y: 3 });
  });

  it('name the sides of the patient', () => {
    const letters = (plane: Plane) => {
      const { row, column } = planeDirections(volume.geometry, plane);
      return [lettersOf(row), lettersOf(column)];
    };
    expect(letters('axial')).toEqual(['L', 'P']);
    expect(letters('coronal')).toEqual(['L', 'F']);
    expect(letters('sagittal')).toEqual(['P', 'F']);
  });
});

describe('slices make no volume', () => {
  const reasonOf = (slices: readonly VolumeSlice[]) => {
    const made = volumeGeometry(slices);
    return made.ok ? 'ok' : made.reason;
  };
  const four = [0, 2, 4, 6].map((z) => slice(z));

  it('without place or pixel size', () => {
    expect(reasonOf([...four, slice(8, { place: null })])).toBe('no_geometry');
    expect(reasonOf([...four, slice(8, { pixelMm: null })])).toBe('no_geometry');
  });

  it('of different sizes, at one place, or leaning against each other', () => {
    expect(reasonOf([...four, slice(8, { width: 4 })])).toBe('different_sizes');
    expect(reasonOf([...four, slice(6)])).toBe('different_sizes');
    const coronal = { position: [0, 0, 8], rowDirection: [1, 0, 0], columnDirection: [0, 0, -1] } as const;
    expect(reasonOf([...four, slice(8, { place: coronal })])).toBe('different_sizes');
  });

  it('of three', () => {
    expect(reasonOf(four.slice(1))).toBe('too_few');
  });
});
