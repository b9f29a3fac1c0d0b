import type { Air } from './air.ts';

/** Horizontal extent of what is not surrounding air. */
export function bodySpan(air: Air): { centre: number; width: number } {
  const { width, height } = air.outside;
  let first = width;
  let last = -1;
  for (let x = 0; x < width; x++) {
    let body = 0;
    for (let y = 0; y < height; y++) body += 1 - (air.outside.data[y * width + x] ?? 0);
    if (body < 0.15 * height) continue;
    first = Math.min(first, x);
    last = x;
  }
  return last < 0 ? { centre: width / 2, width } : { centre: (first + last) / 2, width: last - first + 1 };
}
