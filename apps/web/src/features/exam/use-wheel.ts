import { useEffect, useRef } from 'react';

/** React listens to the wheel passively: the page would scroll with the stack. */
export function useWheel<T extends HTMLElement>(onStep: (by: number) => void) {
  const ref = useRef<T>(null);
  const step = useRef(onStep);
  step.current = onStep;
  useEffect(() => {
    const element = ref.current;
    const turn = (event: WheelEvent) => {
      if (event.ctrlKey || event.deltaY === 0) return;
      event.preventDefault();
      step.current(Math.sign(event.deltaY));
    };
    element?.addEventListener('wheel', turn, { passive: false });
    return () => element?.removeEventListener('wheel', turn);
  }, []);
  return ref;
}
