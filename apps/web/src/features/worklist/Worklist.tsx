import { Button } from '@mantine/core';
import type { WorklistItem } from '@second-read/contract/worklist';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { type ReactNode, useDeferredValue, useMemo } from 'react';
import { useColumns } from '../../api/account/use-columns.ts';
import { useIsLive } from '../../api/live/live.ts';
import { worklistQuery } from '../../api/reports/worklist.ts';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { LoadingRows } from '../../ui/page/LoadingRows.tsx';
import { StatusLine } from '../../ui/page/StatusLine.tsx';
import { useKeyNames } from '../../ui/preferences.ts';
import { ColumnMenu } from '../../ui/table/ColumnMenu.tsx';
import { useChosenRow } from './use-chosen-row.ts';
import { useHold } from './use-hold.ts';
import { useLook } from './use-look.ts';
import { useRowKeys } from './use-row-keys.ts';
import classes from './Worklist.module.css';
import { WorklistTable, worklistColumns } from './WorklistTable.tsx';
import type { WorklistView } from './worklist-address.ts';

interface WorklistProps {
  view: WorklistView & { readonly q?: string };
  /** Without filters again. */
  onClear: () => void;
  /** The chosen report beside the list, where there is room for it. */
  pane: ((item: WorklistItem) => ReactNode) | null;
}

/** The reports that wait: loading, failed, none, or pages of them. */
export function Worklist({ view, onClear, pane }: WorklistProps) {
  const list = useInfiniteQuery({ ...worklistQuery(view), placeholderData: keepPreviousData });
  const items = useMemo(() => list.data?.pages.flatMap((page) => page.items) ?? [], [list.data]);
  // Rows are rendered in pieces between which the page answers.
  const rows = useDeferredValue(items);
  const { chosen, shown, choose, step } = useChosenRow(items);
  const { hidden, isShown, hide } = useColumns('worklist');
  const hold = useHold(items);
  const seenBefore = useLook(list.isSuccess);
  // The row answers the key before its report is drawn.
  const read = useDeferredValue(shown);
  useRowKeys(chosen, { step, onHold: hold.toggle });
  if (list.isPending) return <LoadingRows label="Loading the worklist…" count={8} height={36} />;
  if (list.isError && list.data === undefined) {
    return (
      <StatusLine onRetry={() => void list.refetch()} isBusy={list.isFetching}>
        The worklist could not be loaded. {list.error.message}
      </StatusLine>
    );
  }
  return (
    <div className={pane ? classes.split : undefined}>
      <div className={classes.list}>
        <div className={classes.above}>
          <Hint isEmpty={items.length === 0} />
          <ColumnMenu columns={worklistColumns.slice(1)} hidden={hidden} onChange={hide} />
        </div>
        {list.isError && (
          <StatusLine onRetry={() => void list.refetch()} isBusy={list.isFetching}>
            The worklist is not up to date. {list.error.message}
          </StatusLine>
        )}
        <p role="status" className={classes.said} data-failed={hold.isFailed || undefined}>
          {hold.said}
        </p>
        {items.length === 0 ? (
          <NothingWaits isFiltered={Object.keys(view).length > 0} onClear={onClear} />
        ) : (
          <WorklistTable
            items={rows}
            isShown={isShown}
            chosen={chosen?.report_id ?? null}
            seenBefore={seenBefore}
            onChoose={choose}
          />
        )}
        {list.hasNextPage && rows.length > 0 && (
          <Button
            variant="default"
            loading={list.isFetchingNextPage}
            onClick={() => void list.fetchNextPage()}
          >
            Show more
          </Button>
        )}
      </div>
      {pane && items.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and not every report has buttons
        <section className={classes.pane} tabIndex={0} aria-labelledby="chosen-report">
          <h2 id="chosen-report" className={classes.paneHeading}>
            Chosen report
          </h2>
          {read ? pane(read) : <NothingChosen />}
        </section>
      )}
    </div>
  );
}

function NothingChosen() {
  return <p className={classes.hint}>Choose a row to see its report here.</p>;
}

function NothingWaits({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  if (isFiltered) {
    return (
      <EmptyState actions={<Button onClick={onClear}>Clear the filters</Button>}>
        Nothing waits for a reader here. Reports that the filters leave out may.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      actions={
        <>
          <LinkButton to="/dashboard">Analyze an image</LinkButton>
          <LinkButton to="/analysis-history?scope=all" variant="default">
            Signed reports
          </LinkButton>
        </>
      }
    >
      Nothing waits for a reader here. Reports come in as images are analyzed.
    </EmptyState>
  );
}

function Hint({ isEmpty }: { isEmpty: boolean }) {
  const isLive = useIsLive();
  const nameOf = useKeyNames('worklist');
  const keyOf = (usual: string) => nameOf(usual).toLowerCase();
  return (
    <p className={classes.hint}>
      <span className={classes.live} data-live={isLive || undefined}>
        {isLive ? 'Live' : 'Updated every 30 s'}
      </span>
      {!isEmpty && (
        <span className={classes.keys}>
          Keys: <kbd>{keyOf('j')}</kbd> and <kbd>{keyOf('k')}</kbd> choose, <kbd>Enter</kbd> opens,{' '}
          <kbd>{keyOf('c')}</kbd> claims or gives back, <kbd>{keyOf('s')}</kbd> opens and asks to sign.
        </span>
      )}
    </p>
  );
}
