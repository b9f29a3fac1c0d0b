import { type RefObject, useEffect, useState } from 'react';

/** The pointer rests once it has not moved for so long. */
const restAfterMs = 1500;

/**
 * Whether the mouse rests over the element around `inner`: the reader looks at what lies beneath. A finger or
 * a pen does not rest, and the keyboard points at nothing.
 */
export function useRest(inner: RefObject<Element | null>): boolean {
  const [isResting, setResting] = useState(false);
  useEffect(() => {
    const around = inner.current?.parentElement;
    if (!around) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const leave = () => {
      clearTimeout(timer);
      setResting(false);
    };
    const move = (event: Event) => {
      leave();
      if (event instanceof PointerEvent && event.pointerType !== 'mouse') return;
      timer = setTimeout(() => setResting(true), restAfterMs);
    };
    around.addEventListener('pointermove', move);
    around.addEventListener('pointerleave', leave);
    return () => {
      clearTimeout(timer);
      around.removeEventListener('pointermove', move);
      around.removeEventListener('pointerleave', leave);
    };
  }, [inner]);
  return isResting;
}
