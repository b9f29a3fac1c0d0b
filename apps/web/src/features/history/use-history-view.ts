import { useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { type HistoryView, readHistoryAddress, writeHistoryAddress } from './history-address.ts';

/** The view the address asks for, and a way to change it. Any change but of the page begins at page 1. */
export function useHistoryView() {
  const [search, setSearch] = useSearchParams();
  const view = readHistoryAddress(search);
  const isLinked = search.has('q');
  useEffect(() => {
    // A link that names a patient works, and leaves the address bar at once.
    if (isLinked) setSearch((now) => writeHistoryAddress(readHistoryAddress(now)), { replace: true });
  }, [isLinked, setSearch]);
  const change = (part: Partial<HistoryView>, { replace = false } = {}) => {
    setSearch((now) => writeHistoryAddress({ ...readHistoryAddress(now), page: 1, after: [], ...part }), {
      replace,
    });
  };
  return { view, change };
}
