import { type ImageDirections, negative } from '../decode/directions.ts';
import type { Turn } from '../pixels/sampling/turn.ts';

/** Where rows and columns run after an image was turned. */
export function turnedDirections({ row, column }: ImageDirections, turn: Turn): ImageDirections {
  const [x, y] = turn.isTransposed ? [column, row] : [row, column];
  return { row: turn.isMirrored ? negative(x) : x, column: turn.isUpsideDown ? negative(y) : y };
}
