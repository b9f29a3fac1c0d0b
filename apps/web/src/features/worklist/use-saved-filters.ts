import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { changeMine, worklistMineQuery } from '../../api/reports/worklist.ts';
import { readWorklistAddress, type WorklistView, writeWorklistAddress } from './worklist-address.ts';

/**
 * Filters stand in the address, so that a link shows what was meant; an address without any takes those that
 * the user left. `view` is null until it is known which.
 */
export function useSavedFilters() {
  const [search, setSearch] = useSearchParams();
  const client = useQueryClient();
  const mine = useQuery(worklistMineQuery());
  const [isChosen, setChosen] = useState(false);
  // Until the kept ones stand in the address the list waits: shown without them it would change at once.
  const isSettled = isChosen || search.size > 0;
  const kept = mine.data?.filters;
  useEffect(() => {
    if (isSettled || (kept === undefined && !mine.isError)) return;
    if (kept !== undefined && Object.keys(kept).length > 0)
      setSearch(writeWorklistAddress(kept), { replace: true });
    else setChosen(true);
  }, [isSettled, kept, mine.isError, setSearch]);
  const saving = useMutation({
    mutationFn: (filters: WorklistView) => changeMine({ filters }),
    onSuccess: (next) => client.setQueryData(worklistMineQuery().queryKey, next),
  });
  return {
    view: isSettled ? readWorklistAddress(search) : null,
    change: (next: WorklistView) => {
      setChosen(true);
      setSearch(writeWorklistAddress(next), { replace: true });
      saving.mutate(next);
    },
    isUnsaved: saving.isError,
  };
}
