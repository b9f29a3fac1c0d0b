import type { ImageDirections } from '../decode/directions.ts';
import type { VolumeGeometry } from './volume-geometry.ts';

/** A plane through a volume of axial slices, as it is shown: the slices as they are, or across them. */
export type Plane = 'axial' | 'coronal' | 'sagittal';
export const planes = ['axial', 'coronal', 'sagittal'] as const;

/** A voxel: column, row and slice, from 0. */
export interface Voxel {
  readonly x: number;
  readonly y: number;
  readonly z: number;
}

/** The picture of a plane; its pixels are square. */
export interface PlaneFrame {
  readonly width: number;
  readonly height: number;
  readonly mmPerPixel: number;
}

/** The voxel axis that a plane is moved along. */
export const acrossPlane = { axial: 'z', coronal: 'y', sagittal: 'x' } as const;

/** The axis of the slices that runs across the picture of a plane. */
export const alongPlane = { coronal: 'x', sagittal: 'y' } as const;

/** Millimetres from the top of the first slice to the bottom of the last. */
export function extentMm({ placesMm, slabsMm }: VolumeGeometry): number {
  const last = placesMm.length - 1;
  return (placesMm[last] ?? 0) + ((slabsMm[0] ?? 0) + (slabsMm[last] ?? 0)) / 2;
}

/** Whether the head is at the end of the stack: planes across it are then shown upside down, head up. */
export function isHeadLast({ axes }: VolumeGeometry): boolean {
  return axes.z[2] > 0;
}

/** Size of the picture of a plane. Across slices it holds all of them, however they are shifted. */
export function planeFrame(geometry: VolumeGeometry, plane: Plane): PlaneFrame {
  const { width, height, pixelMm } = geometry;
  const mmPerPixel = Math.min(pixelMm.x, pixelMm.y);
  const size = (mm: number) => Math.max(1, Math.round(mm / mmPerPixel));
  if (plane === 'axial') {
    return { width: size(width * pixelMm.x), height: size(height * pixelMm.y), mmPerPixel };
  }
  const axis = alongPlane[plane];
  const { first, last } = shiftRange(geometry, axis);
  const pixels = (axis === 'x' ? width : height) + last - first;
  return { width: size(pixels * pixelMm[axis]), height: size(extentMm(geometry)), mmPerPixel };
}

/** Where a voxel's middle lies in the picture of a plane, in its pixels. */
export function pointOfVoxel(geometry: VolumeGeometry, plane: Plane, voxel: Voxel): { x: number; y: number } {
  const { pixelMm } = geometry;
  const { mmPerPixel, height } = planeFrame(geometry, plane);
  if (plane === 'axial') {
    const at = (axis: 'x' | 'y') => ((voxel[axis] + 0.5) * pixelMm[axis]) / mmPerPixel;
    return { x: at('x'), y: at('y') };
  }
  const axis = alongPlane[plane];
  const shift = shiftOf(geometry, voxel.z)[axis] - shiftRange(geometry, axis).first;
  const down = ((geometry.placesMm[voxel.z] ?? 0) + (geometry.slabsMm[0] ?? 0) / 2) / mmPerPixel;
  return {
    x: ((voxel[axis] + 0.5 + shift) * pixelMm[axis]) / mmPerPixel,
    y: isHeadLast(geometry) ? height - down : down,
  };
}

/** The voxel at a point of the picture of a plane through `at`. */
export function voxelOfPoint(
  geometry: VolumeGeometry,
  plane: Plane,
  point: { readonly x: number; readonly y: number },
  at: Voxel,
): Voxel {
  const { width, height, pixelMm } = geometry;
  const frame = planeFrame(geometry, plane);
  const pixelAt = (along: number, axis: 'x' | 'y') => Math.floor((along * frame.mmPerPixel) / pixelMm[axis]);
  if (plane === 'axial') {
    return { x: clamp(pixelAt(point.x, 'x'), width), y: clamp(pixelAt(point.y, 'y'), height), z: at.z };
  }
  const axis = alongPlane[plane];
  const down = isHeadLast(geometry) ? frame.height - point.y : point.y;
  const z = nearestSlice(geometry, down * frame.mmPerPixel - (geometry.slabsMm[0] ?? 0) / 2);
  const shift = shiftOf(geometry, z)[axis] - shiftRange(geometry, axis).first;
  const along = clamp(Math.floor(pixelAt(point.x, axis) - shift), axis === 'x' ? width : height);
  return { ...inSlice(geometry, at, z), [axis]: along };
}

/** The same place of the body in another slice. */
export function inSlice(geometry: VolumeGeometry, at: Voxel, slice: number): Voxel {
  const z = clamp(slice, geometry.depth);
  const [from, to] = [shiftOf(geometry, at.z), shiftOf(geometry, z)];
  return {
    x: clamp(Math.round(at.x + from.x - to.x), geometry.width),
    y: clamp(Math.round(at.y + from.y - to.y), geometry.height),
    z,
  };
}

/** The slice nearest to a place, millimetres from the first. */
export function nearestSlice({ placesMm }: VolumeGeometry, mm: number): number {
  let best = 0;
  for (const [slice, place] of placesMm.entries())
    if (Math.abs(place - mm) < Math.abs((placesMm[best] ?? 0) - mm)) best = slice;
  return best;
}

/** Where the rows and columns of a plane's image run in the patient. */
export function planeDirections({ axes }: VolumeGeometry, plane: Plane): ImageDirections {
  return {
    row: plane === 'sagittal' ? axes.y : axes.x,
    column: plane === 'axial' ? axes.y : [0, 0, -1],
  };
}

const clamp = (value: number, size: number) => Math.min(Math.max(value, 0), size - 1);

/** How far a slice is shifted against the first, pixels. */
export function shiftOf({ shiftsPx }: VolumeGeometry, slice: number): { x: number; y: number } {
  return shiftsPx[slice] ?? { x: 0, y: 0 };
}

/** The smallest and the largest shift along an axis of the slices. */
export function shiftRange({ shiftsPx }: VolumeGeometry, axis: 'x' | 'y'): { first: number; last: number } {
  let [first, last] = [0, 0];
  for (const shift of shiftsPx) {
    first = Math.min(first, shift[axis]);
    last = Math.max(last, shift[axis]);
  }
  return { first, last };
}
