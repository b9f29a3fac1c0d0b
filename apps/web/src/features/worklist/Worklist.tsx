import { Button } from '@mantine/core';
import type { WorklistItem } from '@second-read/contract/worklist';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { worklistQuery } from '../../api/worklist.ts';
import { StatusLine } from '../../ui/StatusLine.tsx';
import classes from './Worklist.module.css';
import { WorklistTable } from './WorklistTable.tsx';
import type { WorklistView } from './worklist-address.ts';

/** The reports that wait: loading, failed, none, or pages of them. */
export function Worklist({ view }: { view: WorklistView }) {
  const list = useInfiniteQuery({ ...worklistQuery(view), placeholderData: keepPreviousData });
  const items = list.data?.pages.flatMap((page) => page.items) ?? [];
  const [chosen, setChosen] = useState<string | null>(null);
  useRowKeys(items, chosen, setChosen);
  if (list.isPending) return <p className={classes.message}>Loading the worklist…</p>;
  if (list.isError) {
    return (
      <StatusLine onRetry={() => void list.refetch()} isBusy={list.isFetching}>
        The worklist could not be loaded. {list.error.message}
      </StatusLine>
    );
  }
  if (items.length === 0) {
    return (
      <p className={classes.message}>
        Nothing waits for a reader here. Reports come in as images are analyzed.
      </p>
    );
  }
  return (
    <>
      <p className={classes.hint}>
        Keys: <kbd>j</kbd> and <kbd>k</kbd> choose, <kbd>Enter</kbd> opens.
      </p>
      <WorklistTable items={items} chosen={chosen} />
      {list.hasNextPage && (
        <Button variant="default" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          Show more
        </Button>
      )}
    </>
  );
}

/** j and k go through the rows, Enter opens the chosen one; not while something is typed or chosen from. */
function useRowKeys(
  items: readonly WorklistItem[],
  chosen: string | null,
  setChosen: (id: string) => void,
): void {
  const navigate = useNavigate();
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isBusy =
        event.target instanceof Element && event.target.closest('input, select, textarea, a, button');
      if (isBusy || event.ctrlKey || event.metaKey || event.altKey) return;
      const at = items.findIndex((item) => item.report_id === chosen);
      if (event.key === 'Enter' && chosen !== null) void navigate(`/analysis/${chosen}`);
      const step = event.key === 'j' ? 1 : event.key === 'k' ? -1 : 0;
      const next = items[Math.min(Math.max(at + step, 0), items.length - 1)];
      if (step !== 0 && next) setChosen(next.report_id);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [items, chosen, setChosen, navigate]);
}
