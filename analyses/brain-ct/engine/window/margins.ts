import type { GreyPlane } from '@second-read/core/pixels/plane';
import { approximatePercentiles } from '@second-read/core/pixels/values/percentiles';

/** How far a margin's grey may vary, and the share of a row or column that must show it beside writing. */
const alike = 0.04;
const minShare = 0.85;
/** A margin is brighter than air; what it frames is a picture of its own when most of its rim is air. */
const brighterThan = 0.06;
const air = 0.05;
const airShare = 0.6;

/**
 * The picture with a bright, even margin (a page, the background of a viewer) blackened. A head shown in
 * negative has no such margin: what is left of it, once its white air is cut off, is rimmed by more of the
 * same.
 */
export function withoutMargin(shown: GreyPlane): GreyPlane {
  const { width, height, data } = shown;
  const rim = { width: 2 * (width + height), height: 1, data: rimOf(shown, [0, 0, width - 1, height - 1]) };
  const [tone = 0] = approximatePercentiles(rim, [0.5]);
  if (tone < brighterThan) return shown;
  const isMargin = (x: number, y: number) => Math.abs((data[y * width + x] ?? 0) - tone) <= alike;
  const rowIs = (y: number) => shareOf(width, (x) => isMargin(x, y)) >= minShare;
  const columnIs = (x: number) => shareOf(height, (y) => isMargin(x, y)) >= minShare;
  let [left, top, right, bottom] = [0, 0, width - 1, height - 1];
  while (top < bottom && rowIs(top)) top++;
  while (bottom > top && rowIs(bottom)) bottom--;
  while (left < right && columnIs(left)) left++;
  while (right > left && columnIs(right)) right--;
  const framed = rimOf(shown, [left, top, right, bottom]);
  const dark = framed.reduce((count, value) => count + (value < air ? 1 : 0), 0);
  if (dark < airShare * framed.length) return shown;
  return {
    width,
    height,
    data: data.map((value, i) => {
      const [x, y] = [i % width, Math.floor(i / width)];
      return x < left || x > right || y < top || y > bottom ? 0 : value;
    }),
  };
}

type Rectangle = readonly [left: number, top: number, right: number, bottom: number];

/** The outermost pixels of a rectangle, corners twice. */
function rimOf({ width, data }: GreyPlane, [left, top, right, bottom]: Rectangle): Float32Array {
  const values: number[] = [];
  for (let x = left; x <= right; x++) values.push(data[top * width + x] ?? 0, data[bottom * width + x] ?? 0);
  for (let y = top; y <= bottom; y++) values.push(data[y * width + left] ?? 0, data[y * width + right] ?? 0);
  return Float32Array.from(values);
}

function shareOf(count: number, holds: (i: number) => boolean): number {
  let held = 0;
  for (let i = 0; i < count; i++) if (holds(i)) held++;
  return held / count;
}
