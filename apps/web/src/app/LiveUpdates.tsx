import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useSession } from '../api/account/session.ts';
import { followEvents, type LiveEvent } from '../api/live/live.ts';

/** Changes that follow each other as fast are fetched once. */
const gatherMs = 1_500;

/**
 * Keeps lists as the server has them while the page is seen: a browser holds few connections to one server,
 * so that hidden tabs leave theirs.
 */
export function LiveUpdates() {
  const client = useQueryClient();
  const owner = useSession().user?.id ?? null;
  const isSeen = useIsSeen();
  useEffect(() => {
    if (owner === null || !isSeen) return;
    const stop = new AbortController();
    const due = new Map<LiveEvent, ReturnType<typeof setTimeout>>();
    const refresh = (event: LiveEvent) => {
      if (due.has(event)) return;
      const run = () => {
        due.delete(event);
        void client.invalidateQueries({ queryKey: [event] });
      };
      due.set(event, setTimeout(run, gatherMs));
    };
    let hasBeenOpen = false;
    void followEvents((event) => {
      // What changed while there was no connection, nobody told.
      if (event === 'open' && hasBeenOpen)
        for (const each of ['worklist', 'notifications'] as const) refresh(each);
      if (event === 'open') hasBeenOpen = true;
      else refresh(event);
    }, stop.signal);
    return () => {
      stop.abort();
      for (const timer of due.values()) clearTimeout(timer);
    };
  }, [owner, isSeen, client]);
  return null;
}

const isSeenNow = () => document.visibilityState !== 'hidden';

function useIsSeen(): boolean {
  const [isSeen, setSeen] = useState(isSeenNow);
  useEffect(() => {
    const follow = () => setSeen(isSeenNow());
    document.addEventListener('visibilitychange', follow);
    return () => document.removeEventListener('visibilitychange', follow);
  }, []);
  return isSeen;
}
