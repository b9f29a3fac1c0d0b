/** Where to go from a slice, from 0; what lies beyond an end is the end. */
export type SliceMove = (index: number, count: number) => number;

/** What one picture of a stack is called: of a mammography a view. */
export type SliceNoun = 'slice' | 'frame' | 'view';

/** A stack of pictures to move about in. */
export interface SliceStack {
  readonly noun: SliceNoun;
  /** From 0. */
  readonly index: number;
  readonly count: number;
  /** Instance Number of the file: what the scanner and other viewers call this picture. */
  readonly scannerNumber?: number | undefined;
  /** While one of them is analysed, or its result is shown. */
  readonly disabled: boolean;
  /** A move, not a place: several may come before the screen is drawn anew. */
  readonly goTo: (move: SliceMove) => void;
}

/** So many slices are one page. */
const page = 10;

const movesOfKeys: Readonly<Record<string, SliceMove>> = {
  ArrowUp: (index) => index - 1,
  ArrowDown: (index) => index + 1,
  PageUp: (index) => index - page,
  PageDown: (index) => index + page,
  Home: () => 0,
  End: (_, count) => count - 1,
};

/** Where a key leads in a stack; null for keys that are not of the stack. */
export function sliceOfKey(key: string): SliceMove | null {
  return movesOfKeys[key] ?? null;
}

/** The keys as the help sheet lists them. */
export const sliceKeys = [
  ['↑', 'Previous slice'],
  ['↓', 'Next slice'],
  ['PageUp', 'Ten slices back'],
  ['PageDown', 'Ten slices on'],
  ['Home', 'First slice'],
  ['End', 'Last slice'],
] as const;

/** A notch of a mouse wheel is about 100 px; a trackpad sends many small steps. */
const pixelsPerSlice = 60;
const pixelsPerLine = 30;

/** Adds up the turns of a wheel and gives the whole slices in them. */
export class WheelSteps {
  #left = 0;

  /** @returns how many slices to go on; negative: back. */
  add({ deltaY, deltaMode }: Pick<WheelEvent, 'deltaY' | 'deltaMode'>): number {
    const pixels = deltaMode === 0 ? deltaY : deltaY * pixelsPerLine;
    if (Math.sign(pixels) !== Math.sign(this.#left)) this.#left = 0;
    this.#left += pixels;
    const steps = Math.trunc(this.#left / pixelsPerSlice);
    // One notch of a fast wheel is one slice.
    if (steps !== 0) this.#left = 0;
    return steps > 0 ? 1 : steps < 0 ? -1 : 0;
  }
}
