import type { Mask } from '@second-read/core/pixels/plane';
import { regionShape } from '@second-read/core/pixels/regions/region-shape';
import type { Pixels } from '@second-read/core/pixels/units';

/** Mean of long and short axis, as Lung-RADS measures it, in pixels; 0 for an empty mask. */
export function meanDiameter(nodule: Mask): Pixels {
  const shape = regionShape(nodule);
  return shape === null ? 0 : (shape.majorAxis + shape.minorAxis) / 2;
}

/** As a report gives lengths and shares. */
export function roundToTenth(value: number): number {
  return Math.round(value * 10) / 10;
}
