import type { ReactNode } from 'react';
import type { StackLook } from '../../stage/look/stack-look.ts';

/** While something is drawn in a picture of an exam. */
export interface ExamDrawing {
  /** In place of the picture that is shown, from 0 among those that were read; looked at as the others. */
  readonly picture: (place: number, look?: StackLook) => ReactNode;
  /** Goes to another picture, after asking where a drawing would be lost. */
  readonly leave: (go: () => void) => void;
}
