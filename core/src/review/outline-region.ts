import type { Outline, Point } from '../reading/outline.ts';
import type { Region } from '../reading/region.ts';
import { regionOfBox } from '../reading/region-of-box.ts';

interface Picture {
  readonly width: number;
  readonly height: number;
}

/** Box and center of a drawn outline; the label map does not show it. */
export function outlineRegion(outline: Outline, picture: Picture): Region {
  const [left, right] = spanOf(outline.map(({ x }) => x));
  const [top, bottom] = spanOf(outline.map(({ y }) => y));
  // A box has a size: an outline without one is refused before it gets here.
  const box = { x: left, y: top, width: Math.max(right - left, 0.1), height: Math.max(bottom - top, 0.1) };
  return regionOfBox(box, picture, null);
}

/** The middle of its box. */
export function outlineCenter(outline: Outline, picture: Picture): Point | null {
  const { box } = outlineRegion(outline, picture);
  return box && { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** Whether every vertex lies within the picture, its edges included. */
export function isWithin(outline: Outline, { width, height }: Picture): boolean {
  return outline.every(({ x, y }) => x >= 0 && y >= 0 && x <= width && y <= height);
}

/** Twice the enclosed area in square pixels, by the shoelace formula; 0 for a line. */
export function doubleArea(outline: Outline): number {
  return Math.abs(
    outline.reduce((sum, { x, y }, index) => {
      const next = outline[(index + 1) % outline.length] ?? { x, y };
      return sum + x * next.y - next.x * y;
    }, 0),
  );
}

/** By a loop: a spread of 10,000 arguments is near what some engines take. */
function spanOf(values: readonly number[]): [least: number, most: number] {
  return values.reduce(
    ([least, most], value) => [Math.min(least, value), Math.max(most, value)],
    [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY],
  );
}
