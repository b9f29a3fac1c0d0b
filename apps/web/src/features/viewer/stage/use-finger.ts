import { useMediaQuery } from '@mantine/hooks';
import { type RefObject, useEffect, useMemo, useState } from 'react';
import type { StageTool } from './stage-tools.ts';

/** What one finger on the picture does: it scrolls the page until a tool is chosen for it. */
export type Finger = 'page' | 'tool';

export interface FingerChoice {
  readonly finger: Finger;
  readonly choose: (finger: Finger) => void;
  /**
   * Whether this tool is at work: a mouse uses the chosen tool from the start, a finger only once it was
   * chosen.
   */
  readonly isInUse: (tool: StageTool, chosen: StageTool) => boolean;
}

/**
 * Shares the touches on `element` between the page and the picture: one finger is the page's until a tool was
 * chosen, two are always the picture's.
 */
export function useFinger(element: RefObject<HTMLElement | null>): FingerChoice {
  const [finger, choose] = useState<Finger>('page');
  const isTouchFirst = useMediaQuery('(pointer: coarse)') ?? false;
  useEffect(() => {
    const at = element.current;
    if (!at) return;
    const share = (event: TouchEvent) => {
      const isOne = event.touches.length === 1;
      // The tools never hear of a finger that scrolls; the browser never scrolls with two.
      if (isOne && finger === 'page') event.stopPropagation();
      else if (!isOne && event.cancelable) event.preventDefault();
    };
    const options = { capture: true, passive: false };
    at.addEventListener('touchstart', share, options);
    at.addEventListener('touchmove', share, options);
    return () => {
      at.removeEventListener('touchstart', share, options);
      at.removeEventListener('touchmove', share, options);
    };
  }, [element, finger]);
  return useMemo(() => {
    const isInUse = (tool: StageTool, chosen: StageTool) =>
      tool === chosen && (finger === 'tool' || !isTouchFirst);
    return { finger, choose, isInUse };
  }, [finger, isTouchFirst]);
}
