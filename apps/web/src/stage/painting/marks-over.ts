import type { Box } from '@second-read/core/pixels/plane';
import type { Outline } from '@second-read/core/reading/outline';
import type { KeyImageLook } from '@second-read/core/review/key-images/key-image';

export type MarkOver = KeyImageLook['marks'][number];

/** A little room between a finding and the box about it, pixels of the image. */
export const roomOfBox = 2;
/** As many vertices are kept of an outline in a key image. */
const mostPoints = 200;

/** A closed line about a finding in pixels of its image: its outline, else its box. */
export function markOver(finding: string, colour: string, shape: Outline | Box): MarkOver {
  if ('width' in shape) return { finding, colour, points: cornersOf(shape) };
  const step = Math.ceil(shape.length / mostPoints);
  return { finding, colour, points: shape.filter((_, at) => at % step === 0).map(({ x, y }) => ({ x, y })) };
}

function cornersOf({ x, y, width, height }: Box) {
  const [left, right] = [x - roomOfBox, x + width + roomOfBox];
  const [top, bottom] = [y - roomOfBox, y + height + roomOfBox];
  return [
    { x: left, y: top },
    { x: right, y: top },
    { x: right, y: bottom },
    { x: left, y: bottom },
  ];
}
