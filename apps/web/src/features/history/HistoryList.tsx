import type { ReportReply } from '@second-read/contract/reports';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { reportsQuery } from '../../api/queries.ts';
import { StatusLine } from '../../ui/StatusLine.tsx';
import classes from './History.module.css';
import { HistoryExport } from './HistoryExport.tsx';
import type { HistoryView } from './history-address.ts';
import { Pager } from './Pager.tsx';

/** Reports on one page. */
const historyPageSize = 20;

interface HistoryListProps {
  view: HistoryView;
  onPage: (page: number) => void;
  /** One report's card; `refresh` asks for new image links. */
  renderCard: (reply: ReportReply, refresh: () => void) => ReactNode;
}

/** The reports of a view: loading, failed, empty, or a page of cards. */
export function HistoryList({ view, onPage, renderCard }: HistoryListProps) {
  const list = useQuery(reportsQuery({ ...view, pageSize: historyPageSize }));
  if (list.isPending) return <p className={classes.message}>Loading...</p>;
  if (list.isError) {
    return (
      <StatusLine onRetry={() => void list.refetch()} isBusy={list.isFetching}>
        The reports could not be loaded. {list.error.message}
      </StatusLine>
    );
  }
  const { results, count } = list.data;
  return (
    <section aria-label="Reports" aria-busy={list.isPlaceholderData}>
      <div className={classes.head}>
        <p className={count === 0 ? classes.message : classes.count} role="status">
          {count === 0 ? 'No reports found.' : `${count} ${count === 1 ? 'report' : 'reports'}`}
        </p>
        {count > 0 && <HistoryExport view={view} />}
      </div>
      <div className={classes.list} data-stale={list.isPlaceholderData || undefined}>
        {results.map((reply) => renderCard(reply, () => void list.refetch()))}
      </div>
      <Pager page={view.page} pages={Math.ceil(count / historyPageSize)} onPage={onPage} />
    </section>
  );
}
