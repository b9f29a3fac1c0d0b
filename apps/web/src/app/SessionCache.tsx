import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useSession } from '../api/account/session.ts';

/** One user's replies are never shown to the next: they are dropped when the session's owner changes. */
export function SessionCache() {
  const queryClient = useQueryClient();
  const owner = useSession().user?.id ?? null;
  useEffect(() => {
    return () => {
      if (owner !== null) queryClient.removeQueries({ predicate: (query) => query.queryKey[0] !== 'site' });
    };
  }, [owner, queryClient]);
  return null;
}
