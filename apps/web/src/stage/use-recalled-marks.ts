import { useEffect } from 'react';
import type { Picture } from './source/picture.ts';
import type { Stage } from './stage.ts';

/** Shows or hides the findings as they were when a key image was chosen that is looked at again. */
export function useRecalledMarks(
  stage: Stage | null | undefined,
  picture: Picture | null,
  show: (areShown: boolean) => void,
): void {
  // With its image a stage gets the stack whose key images these are.
  useEffect(
    () => (picture ? stage?.stack.keyImages.onRecall(({ look }) => show(look.overlays.findings)) : undefined),
    [stage, picture, show],
  );
}
