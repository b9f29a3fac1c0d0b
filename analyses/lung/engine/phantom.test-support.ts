import type { GreyPlane } from '@second-read/core/pixels/plane';
import { painted } from '../../study.test-support.ts';

export interface PhantomNodule {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
  readonly hu?: number;
}

const within = (x: number, y: number, cx: number, cy: number, rx: number, ry: number): boolean =>
  ((x - cx) / rx) ** 2 + ((y - cy) / ry) ** 2 <= 1;

/**
 * A chest of 256 x 256 pixels in Hounsfield units: air, a body, two lungs, a trachea, a table. The lung on
 * the picture's left is the larger one. Nodules are discs of soft tissue.
 */
export function chestPhantom(nodules: readonly PhantomNodule[] = []): GreyPlane {
  return painted(256, 256, (x, y) => {
    for (const { x: cx, y: cy, radius, hu = 40 } of nodules) {
      if (Math.hypot(x - cx, y - cy) <= radius) return hu;
    }
    if (within(x, y, 128, 80, 7, 7)) return -990;
    if (within(x, y, 78, 128, 36, 58)) return -850;
    if (within(x, y, 178, 128, 33, 55)) return -850;
    if (within(x, y, 128, 128, 108, 88)) return 40;
    return y > 234 && y < 239 ? 100 : -1000;
  });
}
