/**
 * How a picture lies on the stage: mirrored left to right first, then turned clockwise. All eight ways of
 * laying a picture flat are of this form.
 */
export interface Orientation {
  readonly isMirrored: boolean;
  readonly quarterTurns: 0 | 1 | 2 | 3;
}

export type OrientationChange = 'rotate' | 'flip-horizontal' | 'flip-vertical';

export const upright: Orientation = { isMirrored: false, quarterTurns: 0 };

/** What the change makes of the picture as the reader sees it: flips are those of the screen. */
export function changeOrientation(from: Orientation, change: OrientationChange): Orientation {
  const { isMirrored, quarterTurns } = from;
  if (change === 'rotate') return { isMirrored, quarterTurns: turns(quarterTurns + 1) };
  // A mirror behind a turn is the turn the other way round behind the mirror; upside down is half a turn
  // more.
  const halfTurn = change === 'flip-vertical' ? 2 : 0;
  return { isMirrored: !isMirrored, quarterTurns: turns(halfTurn - quarterTurns) };
}

function turns(count: number): Orientation['quarterTurns'] {
  const rest = ((count % 4) + 4) % 4;
  return rest === 1 || rest === 2 || rest === 3 ? rest : 0;
}

type Direction = readonly [x: number, y: number];

const rightOf: Readonly<Record<Orientation['quarterTurns'], Direction>> = {
  0: [1, 0],
  1: [0, -1],
  2: [-1, 0],
  3: [0, 1],
};

/** Directions within the picture (x to the right, y down) that lie to the right and up on the stage. */
export function stageAxes({ isMirrored, quarterTurns }: Orientation): { right: Direction; up: Direction } {
  const [x, y] = rightOf[quarterTurns];
  const mirror = isMirrored ? -1 : 1;
  // A quarter turn counter-clockwise from the right, y counting down, is up.
  return { right: [mirror * x + 0, y + 0], up: [mirror * y + 0, -x + 0] };
}
