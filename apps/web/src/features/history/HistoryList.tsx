import { firstManifest } from '@second-read/analyses/manifests';
import { lookedAtMost, type ReportReply, type ReportsReply } from '@second-read/contract/reports';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { type ReactNode, useRef } from 'react';
import { useColumns } from '../../api/account/use-columns.ts';
import { everyReportsQuery, reportsQuery } from '../../api/reports/queries.ts';
import { LoadingRows } from '../../ui/page/LoadingRows.tsx';
import { StatusLine } from '../../ui/page/StatusLine.tsx';
import { ColumnMenu } from '../../ui/table/ColumnMenu.tsx';
import { useRowSteps } from '../../ui/table/use-row-steps.ts';
import classes from './History.module.css';
import { HistoryExport } from './HistoryExport.tsx';
import {
  type HistoryView,
  historyPageSize,
  isEndOfStretch,
  isEvery,
  nextPage,
  placeOfPage,
} from './history-address.ts';
import { gridOf, historyColumns } from './history-columns.ts';
import { Pager } from './Pager.tsx';

interface HistoryListProps {
  view: HistoryView;
  onPage: (page: Pick<HistoryView, 'page' | 'after'>) => void;
  /** One report's card; `refresh` asks for new image links. */
  renderCard: (reply: ReportReply, refresh: () => void, isShown: (column: string) => boolean) => ReactNode;
  /** What to do where there is none. */
  empty: ReactNode;
}

/** The reports of a view: loading, failed, empty, or a page of cards. */
export function HistoryList({ view, onPage, renderCard, empty }: HistoryListProps) {
  const { hidden, isShown, hide } = useColumns('history');
  const rows = useRef<HTMLDivElement>(null);
  useRowSteps(rows, 'Reports');
  const list = useReports(view);
  if (list.isPending) return <LoadingRows label="Loading..." count={12} height={36} />;
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
  const isOld = list.isPlaceholderData && isEndOfStretch(view);
  return (
    <section aria-label="Reports" aria-busy={list.isPlaceholderData}>
      <div className={classes.head}>
        <p className={classes.count} role="status">
          {countInWords(count, has_more)}
        </p>
        {count > 0 && <ColumnMenu columns={historyColumns.slice(1)} hidden={hidden} onChange={hide} />}
        {count > 0 && !isEvery(view) && <HistoryExport view={view} />}
      </div>
      <div
        ref={rows}
        className={classes.list}
        data-stale={list.isPlaceholderData || undefined}
        style={{ '--history-columns': gridOf(isShown) }}
      >
        {results.length > 0 && <Heads isShown={isShown} />}
        {count === 0 && empty}
        {count > 0 && last === undefined && <p className={classes.message}>No further reports.</p>}
        {results.map((reply) => renderCard(reply, () => void list.refetch(), isShown))}
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

/** A page of one type's own list, or of the list over all of them. */
function useReports(view: HistoryView): UseQueryResult<ReportsReply> {
  const { manifest, facets, scope, q, page } = view;
  const module = manifest?.id ?? null;
  const wanted = { scope, q, pageSize: historyPageSize };
  const every = useQuery({
    ...everyReportsQuery({ ...wanted, module, facets, page }),
    enabled: isEvery(view),
  });
  const own = useQuery({
    ...reportsQuery({ ...wanted, ...placeOfPage(view), manifest: manifest ?? firstManifest }),
    enabled: !isEvery(view),
  });
  return isEvery(view) ? every : own;
}

/** Each row names its facts itself, for whoever does not see the heads above. */
function Heads({ isShown }: { isShown: (column: string) => boolean }) {
  return (
    <div className={classes.heads} aria-hidden>
      {historyColumns.filter(isShown).map((column) => (
        <span key={column}>{column}</span>
      ))}
    </div>
  );
}

function countInWords(count: number, hasMore: boolean): string {
  const none = 'No reports found';
  if (count === 0)
    return hasMore ? `${none} among the newest ${lookedAtMost.toLocaleString('en')}.` : `${none}.`;
  return `${count.toLocaleString('en')}${hasMore ? '+' : ''} ${count === 1 ? 'report' : 'reports'}`;
}
