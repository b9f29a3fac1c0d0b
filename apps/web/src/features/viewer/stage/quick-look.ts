import { afterPaint } from './after-paint.ts';
import { type StageMatrix, transformBetween } from './stage-matrix.ts';

interface QuickLookOptions {
  /** Where the picture is to stand; null before there is one. */
  readonly wanted: () => StageMatrix | null;
  /** Moves what is on the screen, picture and marks, by CSS. */
  readonly onMove: (transform: string) => void;
  /** Draws it sharply. */
  readonly draw: () => void;
}

/** The hand rests: no further key came for so long. */
const restMs = 150;
/** Of keys that go on: what comes in from beyond the edge is drawn after so long at the latest. */
const latestMs = 400;

/**
 * What a key asks for is seen in the very next frame: the compositor moves the picture as it was last drawn,
 * with the marks upon it. It is drawn anew, sharply, once the hand rests: drawing takes longer than a reader
 * should wait for an answer to the next key, most of all without a GPU.
 */
export class QuickLook {
  readonly #options: QuickLookOptions;
  #drawn: StageMatrix | null = null;
  #callOff: (() => void) | null = null;
  #since = 0;

  constructor(options: QuickLookOptions) {
    this.#options = options;
  }

  /** Where the picture is drawn as long as it is only moved; null when it stands where it was drawn. */
  get movedFrom(): StageMatrix | null {
    return this.#callOff ? this.#drawn : null;
  }

  /** The camera has been moved: shows it, and has it drawn when the hand rests. */
  moved(): void {
    const { wanted, onMove } = this.#options;
    const matrix = wanted();
    if (!this.#drawn || !matrix) {
      this.changed();
      return;
    }
    onMove(transformBetween(this.#drawn, matrix));
    const now = performance.now();
    if (this.#callOff === null) this.#since = now;
    this.#callOff?.();
    const wait = Math.max(0, Math.min(restMs, this.#since + latestMs - now));
    const timer = setTimeout(() => this.#draw(), wait);
    this.#callOff = () => clearTimeout(timer);
  }

  /** Its gray values have been changed, which only drawing shows: after the next frame. */
  changed(): void {
    this.#callOff?.();
    this.#callOff = afterPaint(() => this.#draw());
  }

  /** To be called when the picture has been drawn. */
  drawn(matrix: StageMatrix): void {
    this.#drawn = matrix;
    this.#options.onMove('none');
  }

  #draw(): void {
    this.#callOff = null;
    this.#options.draw();
  }

  /** Nothing is drawn any more. */
  end(): void {
    this.#callOff?.();
  }
}
