/** A stack of pictures to move about in. */
export interface SliceStack {
  /** What one of them is called: "Slice" or "Frame". */
  readonly noun: 'Slice' | 'Frame';
  /** From 0. */
  readonly index: number;
  readonly count: number;
  /** While one of them is analysed, or its result is shown. */
  readonly disabled: boolean;
  readonly goTo: (index: number) => void;
}

/** So many slices are one page. */
const page = 10;

/** Where a key leads in a stack; null for keys that are not of the stack. */
export function sliceOfKey(key: string, { index, count }: SliceStack): number | null {
  const steps: Readonly<Record<string, number>> = {
    ArrowUp: index - 1,
    ArrowDown: index + 1,
    PageUp: index - page,
    PageDown: index + page,
    Home: 0,
    End: count - 1,
  };
  const next = steps[key];
  return next === undefined ? null : Math.min(Math.max(next, 0), count - 1);
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
