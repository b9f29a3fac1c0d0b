import { type ImageDirections, lettersOf, type Vector } from '@second-read/core/decode/directions';

/**
 * How an image is laid on the stage: mirrored left to right first, then turned clockwise. All eight ways of
 * laying an image flat are of this form.
 */
export interface Orientation {
  readonly isMirrored: boolean;
  readonly quarterTurns: 0 | 1 | 2 | 3;
}

export type OrientationChange = 'rotate' | 'flip-horizontal' | 'flip-vertical';

export const upright: Orientation = { isMirrored: false, quarterTurns: 0 };

/** What the change makes of the image as the reader sees it: flips are those of the screen. */
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

const cosines = [1, 0, -1, 0] as const;
const sines = [0, 1, 0, -1] as const;

/** Where the image's rows (`a`, `b`) and columns (`c`, `d`) run on the stage: x to the right, y down. */
export function stageAxes({ isMirrored, quarterTurns }: Orientation) {
  const [cosine, sine] = [cosines[quarterTurns], sines[quarterTurns]];
  const mirror = isMirrored ? -1 : 1;
  return { a: mirror * cosine + 0, b: mirror * sine + 0, c: 0 - sine, d: cosine + 0 } as const;
}

export type BorderLetters = Readonly<Record<'left' | 'right' | 'top' | 'bottom', string>>;

/** The letters at the borders of an image that is laid so: `R`, `A`, … */
export function lettersAt({ row, column }: ImageDirections, orientation: Orientation): BorderLetters {
  const { a, b, c, d } = stageAxes(orientation);
  const mixed = (x: number, y: number): Vector => [
    x * row[0] + y * column[0],
    x * row[1] + y * column[1],
    x * row[2] + y * column[2],
  ];
  const letter = (x: number, y: number) => lettersOf(mixed(x, y)).charAt(0);
  return { right: letter(a, c), left: letter(-a, -c), bottom: letter(b, d), top: letter(-b, -d) };
}
