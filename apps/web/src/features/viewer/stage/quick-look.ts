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

/**
 * What a key asks for is seen in the very next frame: the compositor moves the picture as it was last drawn,
 * with the marks upon it. It is drawn anew, sharply, once that frame is on the screen: drawing takes longer
 * than a reader should wait for an answer, most of all without a GPU.
 */
export class QuickLook {
  readonly #options: QuickLookOptions;
  #drawn: StageMatrix | null = null;
  #callOff: (() => void) | null = null;

  constructor(options: QuickLookOptions) {
    this.#options = options;
  }

  /** Where the picture is drawn as long as it is only moved; null when it stands where it was drawn. */
  get movedFrom(): StageMatrix | null {
    return this.#callOff ? this.#drawn : null;
  }

  /** The camera has been moved: shows it, and has it drawn. */
  moved(): void {
    const { wanted, onMove, draw } = this.#options;
    const matrix = wanted();
    if (this.#drawn && matrix) onMove(transformBetween(this.#drawn, matrix));
    this.#callOff ??= afterPaint(() => {
      this.#callOff = null;
      draw();
    });
  }

  /** To be called when the picture has been drawn. */
  drawn(matrix: StageMatrix): void {
    this.#drawn = matrix;
    this.#options.onMove('none');
  }

  /** Nothing is drawn any more. */
  end(): void {
    this.#callOff?.();
  }
}
