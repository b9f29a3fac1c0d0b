import { useMediaQuery } from '@mantine/hooks';
import { type RefObject, useEffect, useMemo, useState } from 'react';
import type { Finger, StageTool } from './stage-pointer.ts';

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
    // The browser never scrolls with two.
    const share = (event: TouchEvent) => {
      if (event.touches.length !== 1 && event.cancelable) event.preventDefault();
    };
    const options = { capture: true, passive: false };
    at.addEventListener('touchstart', share, options);
    at.addEventListener('touchmove', share, options);
    return () => {
      at.removeEventListener('touchstart', share, options);
      at.removeEventListener('touchmove', share, options);
    };
  }, [element]);
  return useMemo(() => {
    const isInUse = (tool: StageTool, chosen: StageTool) =>
      tool === chosen && (finger === 'tool' || !isTouchFirst);
    return { finger, choose, isInUse };
  }, [finger, isTouchFirst]);
}
