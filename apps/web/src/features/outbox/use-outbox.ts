import { useSyncExternalStore } from 'react';
import { type Outbox, outbox, subscribe } from './outbox.ts';

/** What the signed-in account has kept in this browser; null without a session. */
export function useOutbox(): Outbox | null {
  return useSyncExternalStore(subscribe, outbox, () => null);
}
