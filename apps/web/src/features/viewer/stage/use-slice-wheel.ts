import { type RefObject, useEffect, useRef } from 'react';
import { type SliceStack, WheelSteps } from './slices.ts';

/** The wheel leads through the stack; with Ctrl, as without a stack, it zooms. */
export function useSliceWheel(element: RefObject<HTMLElement | null>, stack: SliceStack | null): void {
  const latest = useRef(stack);
  useEffect(() => {
    latest.current = stack;
  });
  const isActive = stack !== null && !stack.disabled;
  useEffect(() => {
    const at = element.current;
    if (!at || !isActive) return;
    const steps = new WheelSteps();
    const turn = (event: WheelEvent) => {
      if (event.ctrlKey || !latest.current) return;
      // Before the picture's own tools, which would zoom, and the page, which would scroll.
      event.preventDefault();
      event.stopPropagation();
      const by = steps.add(event);
      if (by !== 0) latest.current.goTo((index) => index + by);
    };
    at.addEventListener('wheel', turn, { passive: false, capture: true });
    return () => at.removeEventListener('wheel', turn, { capture: true });
  }, [element, isActive]);
}
