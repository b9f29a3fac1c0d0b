import type { GreyPlane } from '@second-read/core/pixels/plane';

/** A square view: its centre and half its side, in canvas coordinates from -1 to 1. */
export interface SquareCrop {
  readonly x: number;
  readonly y: number;
  readonly half: number;
}

/** The whole canvas. */
export const wholeCrop: SquareCrop = { x: 0, y: 0, half: 1 };

/** The largest square in the middle of the picture. */
export function middleCrop({
  shareX,
  shareY,
}: {
  readonly shareX: number;
  readonly shareY: number;
}): SquareCrop {
  return { x: 0, y: 0, half: Math.min(shareX, shareY) };
}

/** The closer view is this much longer than the outlined cervix. */
const margin = 1.25;
/** A cervix that takes less of the whole view is not trusted to look closer at. */
const minCervix = 0.02;

/**
 * The closer view around the cervix as the whole view outlines it (`map` 0 to 1); the whole where there is
 * none.
 */
export function closerCrop(map: GreyPlane): SquareCrop {
  let [left, right, top, bottom, count] = [map.width, -1, map.height, -1, 0];
  for (let i = 0; i < map.data.length; i++) {
    if ((map.data[i] ?? 0) <= 0.5) continue;
    const x = i % map.width;
    const y = Math.floor(i / map.width);
    left = Math.min(left, x);
    right = Math.max(right, x + 1);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y + 1);
    count++;
  }
  if (count < minCervix * map.data.length) return wholeCrop;
  return {
    x: (left + right) / map.width - 1,
    y: (top + bottom) / map.height - 1,
    half: Math.min(1, (Math.max(right - left, bottom - top) / map.width) * margin),
  };
}
