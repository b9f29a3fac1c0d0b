import { Button } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { useColumns } from '../../api/account/use-columns.ts';
import { auditQuery, fetchAuditCsv } from '../../api/organization/audit.ts';
import { IconDownload } from '../../ui/icons/frame-icons.ts';
import { LoadingRows } from '../../ui/page/LoadingRows.tsx';
import { StatusLine } from '../../ui/page/StatusLine.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { ColumnMenu } from '../../ui/table/ColumnMenu.tsx';
import classes from './Audit.module.css';
import { AuditTable, auditColumns } from './AuditTable.tsx';
import { type AuditView, filtersOf } from './audit-address.ts';

/** Text is typed letter by letter; each look at the trail is itself an entry. */
const typingMs = 400;

interface AuditTrailProps {
  view: AuditView;
  onChange: (part: Partial<AuditView>) => void;
}

/** The entries of a view: loading, failed, none, or pages of them. */
export function AuditTrail({ view, onChange }: AuditTrailProps) {
  const { hidden, isShown, hide } = useColumns('audit');
  const [settled] = useDebouncedValue(view, typingMs);
  const trail = useInfiniteQuery({ ...auditQuery(filtersOf(settled)), placeholderData: keepPreviousData });
  const download = useMutation({
    mutationFn: () => fetchAuditCsv(filtersOf(settled)),
    onSuccess: (file) => saveFile(file, 'audit-trail.csv'),
  });
  if (trail.isPending) return <LoadingRows label="Loading..." count={8} height={36} />;
  if (trail.isError) {
    return (
      <StatusLine onRetry={() => void trail.refetch()} isBusy={trail.isFetching}>
        The audit trail could not be loaded. {trail.error.message}
      </StatusLine>
    );
  }
  const entries = trail.data.pages.flatMap((page) => page.entries);
  if (entries.length === 0) {
    return (
      <p className={classes.message} role="status">
        No entries found. Choose a longer time, or fewer filters.
      </p>
    );
  }
  return (
    <section aria-label="Entries" aria-busy={trail.isPlaceholderData}>
      <div className={classes.head}>
        <p role="status">
          Showing {entries.length} {entries.length === 1 ? 'entry' : 'entries'}, newest first
        </p>
        <ColumnMenu columns={auditColumns.slice(1)} hidden={hidden} onChange={hide} />
        <Button
          variant="default"
          size="compact-sm"
          disabled={download.isPending}
          leftSection={<IconDownload size={16} aria-hidden />}
          onClick={() => download.mutate()}
        >
          {download.isPending ? 'Preparing...' : 'Download CSV'}
        </Button>
      </div>
      {download.isError && <p role="alert">The CSV file could not be created. {download.error.message}</p>}
      <AuditTable entries={entries} isShown={isShown} onSubject={(subject) => onChange({ subject })} />
      {trail.hasNextPage && (
        <Button
          className={classes.more}
          variant="default"
          loading={trail.isFetchingNextPage}
          onClick={() => void trail.fetchNextPage()}
        >
          Show older entries
        </Button>
      )}
    </section>
  );
}
