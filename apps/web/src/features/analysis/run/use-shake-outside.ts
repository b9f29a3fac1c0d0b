import { type RefObject, useEffect, useRef } from 'react';

interface ShakeOutside {
  readonly panel: RefObject<HTMLElement | null>;
  readonly isWatched: boolean;
  readonly shake: () => void;
}

/** While watched, a click anywhere outside the panel shakes (brain, specification section 5). */
export function useShakeOutside({ panel, isWatched, shake }: ShakeOutside): void {
  const latest = useRef(shake);
  useEffect(() => {
    latest.current = shake;
  });
  useEffect(() => {
    if (!isWatched) return;
    const onClick = ({ target }: MouseEvent) => {
      if (target instanceof Node && !panel.current?.contains(target)) latest.current();
    };
    document.addEventListener('click', onClick);
    return () => document.removeEventListener('click', onClick);
  }, [isWatched, panel]);
}
