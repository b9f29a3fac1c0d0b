import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { changeMine, worklistMineQuery } from '../../api/reports/worklist.ts';

/**
 * Tells the server that the user looks, so that nothing shown counts as new elsewhere. Gives the moment of
 * the look before this one, at the first ever of this one: what came after it is new here. Null until known.
 */
export function useLook(isShown: boolean): string | null {
  const client = useQueryClient();
  const mine = useQuery(worklistMineQuery());
  const before = useRef<string | null | undefined>(undefined);
  if (before.current === undefined && mine.data) before.current = mine.data.looked_at;
  const { mutate, isPending, isError } = useMutation({
    mutationFn: () => changeMine({ looked: true }),
    onSuccess: (next) => {
      before.current ??= next.looked_at;
      client.setQueryData(worklistMineQuery().queryKey, next);
    },
  });
  const isNew = mine.data !== undefined && (mine.data.unread > 0 || mine.data.looked_at === null);
  useEffect(() => {
    if (isShown && isNew && !isPending && !isError) mutate();
  }, [isShown, isNew, isPending, isError, mutate]);
  return before.current ?? null;
}
