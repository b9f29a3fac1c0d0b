import type { Plane } from '../plane.ts';
import type { Point } from './contour.ts';

/** East, south, west, north, as a border is walked: clockwise on screen. */
const steps = [
  [1, 0],
  [0, 1],
  [-1, 0],
  [0, -1],
] as const;

/** The pixels ahead of a corner for each heading: to the left of the way and to its right. */
const ahead = [
  { left: [0, -1], right: [0, 0] },
  { left: [0, 0], right: [-1, 0] },
  { left: [-1, 0], right: [-1, -1] },
  { left: [-1, -1], right: [0, -1] },
] as const;

/**
 * The border of the pixels of one value along the edges of those pixels, as closed loops of corners: outlines
 * clockwise, holes counter-clockwise, only the corners where the way turns. Corner (x, y) is the upper left
 * of pixel (x, y). Pixels that touch at a corner belong together. Filled by the even-odd rule the loops cover
 * exactly these pixels.
 */
export function borderLoops(plane: Plane<Uint8Array | Int32Array>, value: number): Point[][] {
  const { width, height, data } = plane;
  const isInside = (x: number, y: number) =>
    x >= 0 && y >= 0 && x < width && y < height && data[y * width + x] === value;
  const seen = new Uint8Array(width * height);
  const loops: Point[][] = [];
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      // Every loop has an upper edge: it is found by the first of them.
      if (!isInside(x, y) || isInside(x, y - 1) || seen[y * width + x] === 1) continue;
      loops.push(
        walk({ x, y }, isInside, (at) => {
          seen[at.y * width + at.x] = 1;
        }),
      );
    }
  }
  return loops;
}

/** From a corner eastwards, the inside to the right, until the way closes. */
function walk(
  start: Point,
  isInside: (x: number, y: number) => boolean,
  markUpperEdge: (pixel: Point) => void,
): Point[] {
  const corners = [start];
  let { x, y } = start;
  let heading = 0;
  for (;;) {
    if (heading === 0) markUpperEdge({ x, y });
    const [dx, dy] = steps[heading] ?? [0, 0];
    x += dx;
    y += dy;
    const turned = turn(heading, (offset) => isInside(x + offset[0], y + offset[1]));
    const isClosed = x === start.x && y === start.y && turned === 0;
    if (isClosed) return corners;
    if (turned !== heading) corners.push({ x, y });
    heading = turned;
  }
}

/** Left where the pixel there is inside, straight on along one to the right, else right. */
function turn(heading: number, isInside: (offset: readonly [number, number]) => boolean): number {
  const pixels = ahead[heading];
  if (!pixels) return heading;
  if (isInside(pixels.left)) return (heading + 3) % 4;
  return isInside(pixels.right) ? heading : (heading + 1) % 4;
}
