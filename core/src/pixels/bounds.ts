import { clampBox } from './crop.ts';
import type { Box, GreyPlane, Mask } from './plane.ts';

/** The smallest box around a mask, widened by `margin`, within the picture; undefined for an empty mask. */
export function boundsOf(region: Mask | GreyPlane, margin: number): Box | undefined {
  const { width, height, data } = region;
  let [left, right, top, bottom] = [width, -1, height, -1];
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (data[y * width + x] === 0) continue;
      if (x < left) left = x;
      if (x > right) right = x;
      if (y < top) top = y;
      bottom = y;
    }
  }
  if (right < 0) return undefined;
  const box = {
    x: left - margin,
    y: top - margin,
    width: right - left + 1 + 2 * margin,
    height: bottom - top + 1 + 2 * margin,
  };
  return clampBox(box, width, height);
}
