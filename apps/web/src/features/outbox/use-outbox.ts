import { useSyncExternalStore } from 'react';
import { followers, type Outbox, outbox } from './outbox.ts';
import { stateWords } from './outbox-words.ts';

/** What the signed-in account has kept in this browser; null without a session. */
export function useOutbox(): Outbox | null {
  return useSyncExternalStore(followers.follow, outbox, () => null);
}

/** Says of a kept picture, by its key, where it is now; one that is no longer there was removed. */
export function useKeptWords(): (key: string) => string {
  const pictures = useOutbox()?.pictures ?? [];
  return (key) => {
    const kept = pictures.find(({ id }) => id === key);
    return (kept === undefined ? 'Removed' : stateWords[kept.state]).toLowerCase();
  };
}
