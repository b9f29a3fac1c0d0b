import type { Box, GreyPlane, Mask } from '../plane.ts';
import { clampBox } from '../sampling/crop.ts';

/** The smallest box around a mask, widened by `margin`, within the picture; undefined for an empty mask. */
export function boundsOf(region: Mask | GreyPlane, margin: number): Box | undefined {
  const { width, height, data } = region;
  let [left, right, top, bottom] = [width, -1, height, -1];
  for (let y = 0; y < height; y++) {
    const row = y * width;
    let first = row;
    while (first < row + width && data[first] === 0) first++;
    if (first === row + width) continue;
    // Only what lies beyond the bounds so far can widen them.
    let last = row + width - 1;
    while (last > row + right && data[last] === 0) last--;
    left = Math.min(left, first - row);
    right = Math.max(right, last - row);
    top = Math.min(top, y);
    bottom = y;
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
