import { type RefObject, useEffect } from 'react';

/** The pointer rests once it has not moved for so long. */
const restAfterMs = 1500;

/**
 * Marks the element with `data-resting` while the mouse rests over it: the reader looks at what lies beneath
 * the marks. A finger or a pen does not rest, and the keyboard points at nothing.
 */
export function useRest(element: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const around = element.current;
    if (!around) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const leave = () => {
      clearTimeout(timer);
      around.removeAttribute('data-resting');
    };
    const move = (event: Event) => {
      leave();
      if (event instanceof PointerEvent && event.pointerType !== 'mouse') return;
      timer = setTimeout(() => around.setAttribute('data-resting', ''), restAfterMs);
    };
    around.addEventListener('pointermove', move);
    around.addEventListener('pointerleave', leave);
    return () => {
      leave();
      around.removeEventListener('pointermove', move);
      around.removeEventListener('pointerleave', leave);
    };
  }, [element]);
}
