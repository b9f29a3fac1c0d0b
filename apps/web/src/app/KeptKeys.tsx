import { useEffect } from 'react';
import { dropKeysOfOthers } from '../api/account/kept-database.ts';
import { useSession } from '../api/account/session.ts';

/**
 * Keys of waiting pictures last as long as their account's session in this browser: afterwards the pictures
 * stay sealed until the same account signs in again.
 */
export function KeptKeys() {
  const owner = useSession().user?.id ?? null;
  useEffect(() => {
    // A browser that keeps nothing has nothing to drop.
    void dropKeysOfOthers(owner).catch(() => undefined);
  }, [owner]);
  return null;
}
