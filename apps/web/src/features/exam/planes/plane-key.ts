import { type Plane, planes } from '@second-read/core/volume/plane';
import { projections, type Slab } from './use-planes.ts';

/** A plane where it cuts the volume, as thick as it is shown: what is measured on it belongs to it. */
export interface PlaneKey {
  readonly plane: Plane;
  /** A place along the axis that the plane is moved along, from 0. */
  readonly across: number;
  readonly slab: Slab;
}

/** "coronal 121 10 minimum"; without a slab "coronal 121 0". */
export function keyOfPlane({ plane, across, slab: { mm, projection } }: PlaneKey): string {
  return `${plane} ${across} ${mm}${mm > 0 ? ` ${projection}` : ''}`;
}

/** Null of what is no key of a plane. */
export function planeOfKey(key: string): PlaneKey | null {
  const [name, across, mm, by] = key.split(' ');
  const plane = planes.find((each) => each === name);
  if (!plane) return null;
  const projection = projections.find((each) => each === by) ?? 'maximum';
  return { plane, across: Number(across), slab: { mm: Number(mm), projection } };
}
