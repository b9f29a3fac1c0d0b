import type { ReactNode } from 'react';

/** While something is drawn in a picture of an exam. */
export interface ExamDrawing {
  /** In place of the picture that is shown, from 0 among those that were read. */
  readonly picture: (place: number) => ReactNode;
  /** Goes to another picture, after asking where a drawing would be lost. */
  readonly leave: (go: () => void) => void;
}
