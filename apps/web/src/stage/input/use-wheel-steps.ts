import { type RefObject, useEffect, useEffectEvent } from 'react';
import { WheelSteps } from '../layout/slices.ts';

/** The wheel leads through a stack; with Ctrl, as without a stack, it zooms. */
export function useWheelSteps(
  element: RefObject<HTMLElement | null>,
  onStep: ((by: number) => void) | null,
): void {
  const step = useEffectEvent((by: number) => onStep?.(by));
  const isActive = onStep !== null;
  useEffect(() => {
    const at = element.current;
    if (!at || !isActive) return;
    const steps = new WheelSteps();
    const turn = (event: WheelEvent) => {
      if (event.ctrlKey) return;
      // Before the image's own tools, which would zoom, and the page, which would scroll.
      event.preventDefault();
      event.stopPropagation();
      const by = steps.add(event);
      if (by !== 0) step(by);
    };
    at.addEventListener('wheel', turn, { passive: false, capture: true });
    return () => at.removeEventListener('wheel', turn, { capture: true });
  }, [element, isActive]);
}
