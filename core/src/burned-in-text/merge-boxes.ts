import type { Box } from '../pixels/plane.ts';

/** Above and below a line, in its heights: for accents, commas and what falls below the line. */
const margin = 0.35;
/**
 * Beside a line, in its heights: a letter that is dimmer than the others is not seen as one of the row. Drawn
 * in dots of 5 by 7 it ends 0.86 heights beside them; half a height more is for wider letters and spaces.
 */
const sideMargin = 1.25;

/** Boxes with a margin, whole pixels within the picture; those that touch become one. */
export function mergeBoxes(boxes: readonly Box[], picture: { width: number; height: number }): Box[] {
  const merged: Box[] = [];
  for (const box of boxes.map((each) => padded(each, picture))) {
    let whole = box;
    // A box that has grown may touch those that it did not touch before.
    for (let at = merged.findIndex((each) => isTouching(each, whole)); at !== -1; ) {
      whole = union(whole, merged[at] ?? whole);
      merged.splice(at, 1);
      at = merged.findIndex((each) => isTouching(each, whole));
    }
    merged.push(whole);
  }
  return merged.sort((a, b) => a.y - b.y || a.x - b.x);
}

function padded({ x, y, width, height }: Box, picture: { width: number; height: number }): Box {
  const by = Math.ceil(height * margin) + 1;
  const beside = Math.ceil(height * sideMargin) + 1;
  const left = Math.max(0, Math.floor(x - beside));
  const top = Math.max(0, Math.floor(y - by));
  return {
    x: left,
    y: top,
    width: Math.min(picture.width, Math.ceil(x + width + beside)) - left,
    height: Math.min(picture.height, Math.ceil(y + height + by)) - top,
  };
}

function isTouching(a: Box, b: Box): boolean {
  return a.x <= b.x + b.width && b.x <= a.x + a.width && a.y <= b.y + b.height && b.y <= a.y + a.height;
}

function union(a: Box, b: Box): Box {
  const x = Math.min(a.x, b.x);
  const y = Math.min(a.y, b.y);
  return {
    x,
    y,
    width: Math.max(a.x + a.width, b.x + b.width) - x,
    height: Math.max(a.y + a.height, b.y + b.height) - y,
  };
}
