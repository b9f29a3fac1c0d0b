import { useSyncExternalStore } from 'react';

const narrow = '(max-width: 1199px)';

/** Whether the window is narrower than a desk's: a phone's or a tablet's. */
export function useIsNarrow(): boolean {
  return useSyncExternalStore(
    (listener) => {
      const query = window.matchMedia(narrow);
      query.addEventListener('change', listener);
      return () => query.removeEventListener('change', listener);
    },
    () => window.matchMedia(narrow).matches,
    () => false,
  );
}
