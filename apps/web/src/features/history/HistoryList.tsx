import type { ReportReply } from '@second-read/contract/reports';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { reportsQuery } from '../../api/queries.ts';
import { LoadingRows } from '../../ui/LoadingRows.tsx';
import { StatusLine } from '../../ui/StatusLine.tsx';
import classes from './History.module.css';
import { HistoryExport } from './HistoryExport.tsx';
import {
  type HistoryView,
  historyPageSize,
  isEndOfStretch,
  nextPage,
  placeOfPage,
} from './history-address.ts';
import { Pager } from './Pager.tsx';

interface HistoryListProps {
  view: HistoryView;
  onPage: (page: Pick<HistoryView, 'page' | 'after'>) => void;
  /** One report's card; `refresh` asks for new image links. */
  renderCard: (reply: ReportReply, refresh: () => void) => ReactNode;
  /** What to do where there is none. */
  empty: ReactNode;
}

/** The reports of a view: loading, failed, empty, or a page of cards. */
export function HistoryList({ view, onPage, renderCard, empty }: HistoryListProps) {
  const { manifest, scope, q } = view;
  const list = useQuery(
    reportsQuery({ manifest, scope, q, ...placeOfPage(view), pageSize: historyPageSize }),
  );
  if (list.isPending) return <LoadingRows label="Loading..." height={96} />;
  if (list.isError) {
    return (
      <StatusLine onRetry={() => void list.refetch()} isBusy={list.isFetching}>
        The reports could not be loaded. {list.error.message}
      </StatusLine>
    );
  }
  const { results, count, has_more } = list.data;
  const pages = Math.ceil(count / historyPageSize);
  const last = results.at(-1);
  const isOld = list.isPlaceholderData && isEndOfStretch(view.page);
  return (
    <section aria-label="Reports" aria-busy={list.isPlaceholderData}>
      <div className={classes.head}>
        <p className={classes.count} role="status">
          {countInWords(count, has_more)}
        </p>
        {count > 0 && <HistoryExport view={view} />}
      </div>
      <div className={classes.list} data-stale={list.isPlaceholderData || undefined}>
        {count === 0 && empty}
        {count > 0 && last === undefined && <p className={classes.message}>No further reports.</p>}
        {results.map((reply) => renderCard(reply, () => void list.refetch()))}
      </div>
      <Pager
        page={view.page}
        pages={pages}
        hasMore={has_more}
        isLast={has_more ? results.length < historyPageSize : view.page >= pages}
        onPrevious={(page) => onPage({ page, after: view.after })}
        onNext={last && !isOld ? () => onPage(nextPage(view, last.id)) : undefined}
      />
    </section>
  );
}

function countInWords(count: number, hasMore: boolean): string {
  if (count === 0) return 'No reports found.';
  return `${count.toLocaleString('en')}${hasMore ? '+' : ''} ${count === 1 ? 'report' : 'reports'}`;
}
