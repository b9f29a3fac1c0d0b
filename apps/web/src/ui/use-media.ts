import { useCallback, useSyncExternalStore } from 'react';

/** Whether the window is narrower than a desk's: a phone's or a tablet's. */
export function useIsNarrow(): boolean {
  return useMedia('(max-width: 1199px)');
}

/** Whether a media query holds; false while a page is drawn ahead of the browser. */
export function useMedia(media: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const query = window.matchMedia(media);
      query.addEventListener('change', listener);
      return () => query.removeEventListener('change', listener);
    },
    [media],
  );
  return useSyncExternalStore(
    subscribe,
    () => window.matchMedia(media).matches,
    () => false,
  );
}
