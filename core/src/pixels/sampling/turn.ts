import type { PlaneData } from '../plane.ts';

/** One of the eight ways to lay an image flat: rows and columns exchanged first, then mirrored. */
export interface Turn {
  readonly isTransposed: boolean;
  /** Left and right exchanged. */
  readonly isMirrored: boolean;
  /** Top and bottom exchanged. */
  readonly isUpsideDown: boolean;
}

export const noTurn: Turn = { isTransposed: false, isMirrored: false, isUpsideDown: false };

/** All eight; `noTurn` first. */
export const turns: readonly Turn[] = [noTurn, { ...noTurn, isMirrored: true }].flatMap((turn) => [
  turn,
  { ...turn, isUpsideDown: true },
  { ...turn, isTransposed: true },
  { ...turn, isTransposed: true, isUpsideDown: true },
]);

/** The turn that undoes another. */
export function inverseTurn(turn: Turn): Turn {
  const { isTransposed, isMirrored, isUpsideDown } = turn;
  return isTransposed ? { isTransposed, isMirrored: isUpsideDown, isUpsideDown: isMirrored } : turn;
}

interface Samples {
  readonly width: number;
  readonly height: number;
  readonly data: PlaneData;
}

/** An image turned; `channels` interleaved samples make a pixel. */
export function turned<T extends Samples>(image: T, turn: Turn, channels = 1): T {
  const { isTransposed, isMirrored, isUpsideDown } = turn;
  const [width, height] = isTransposed ? [image.height, image.width] : [image.width, image.height];
  const data = image.data.slice();
  const [perColumn, perRow] = isTransposed ? [image.width, 1] : [1, image.width];
  for (let y = 0, to = 0; y < height; y++) {
    const row = (isUpsideDown ? height - 1 - y : y) * perRow;
    for (let x = 0; x < width; x++) {
      const from = (row + (isMirrored ? width - 1 - x : x) * perColumn) * channels;
      for (let c = 0; c < channels; c++) data[to++] = image.data[from + c] ?? 0;
    }
  }
  return { ...image, width, height, data };
}
