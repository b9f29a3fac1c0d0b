import { cross, type ImageDirections, type Vector } from '../decode/directions.ts';

export type PlaneName = 'axial' | 'coronal' | 'sagittal' | 'oblique';

/** A head's gantry is tilted by up to 30 degrees: what leans further than this is another plane. */
export const maxTiltDegrees = 40;

const normals: readonly (readonly [PlaneName, axis: 0 | 1 | 2])[] = [
  ['axial', 2],
  ['coronal', 1],
  ['sagittal', 0],
];

/** The plane of the body that an image lies in, by its normal; `oblique` where it is near none. */
export function planeOf({ row, column }: ImageDirections): PlaneName {
  const normal = cross(row, column);
  return normals.find(([, axis]) => tiltDegrees(normal, axis) <= maxTiltDegrees)?.[0] ?? 'oblique';
}

/** Degrees between a direction and an axis of the body. */
export function tiltDegrees(direction: Vector, axis: 0 | 1 | 2): number {
  const share = Math.abs(direction[axis]) / Math.max(1e-9, Math.hypot(...direction));
  return (Math.acos(Math.min(1, share)) * 180) / Math.PI;
}
