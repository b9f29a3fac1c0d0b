import { manifestOf, moduleIds } from '@second-read/analyses/manifests';
import type { Notification } from '@second-read/contract/alarms';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import { markNotifications, notificationsQuery } from '../../api/live/notifications.ts';
import { formatDate } from '../../ui/format/format-date.ts';
import { visibleText } from '../../ui/format/visible-text.ts';
import { LoadingRows } from '../../ui/page/LoadingRows.tsx';
import classes from './NotificationList.module.css';

/** Urgent results, the newest first: loading, failed, none, or the list. A followed link counts as read. */
export function NotificationList({ unread }: { unread: number }) {
  const list = useQuery(notificationsQuery());
  const client = useQueryClient();
  const mark = useMutation({
    mutationFn: markNotifications,
    // In the order of the clicks: the last one counts.
    scope: { id: 'notifications' },
    onSettled: () => client.invalidateQueries({ queryKey: ['notifications'] }),
  });
  const items = list.data?.items ?? [];
  return (
    <>
      <header className={classes.head}>
        <h2 className={classes.title}>Notifications</h2>
        {unread > 0 && (
          <button type="button" className={classes.action} onClick={() => mark.mutate({ read: true })}>
            Mark all as read
          </button>
        )}
      </header>
      {list.isPending && <LoadingRows label="Loading…" count={3} height={56} />}
      {(list.error ?? mark.error) && (
        <p role="alert" className={classes.message}>
          {(list.error ?? mark.error)?.message}{' '}
          <button type="button" className={classes.action} onClick={() => void list.refetch()}>
            Retry
          </button>
        </p>
      )}
      {list.data && items.length === 0 && (
        <p className={classes.message}>No urgent results. You are told here when there is one.</p>
      )}
      <ul className={classes.list}>
        {items.map((item) => (
          <Entry
            key={item.report_id}
            item={item}
            onMark={(read) => mark.mutate({ report_ids: [item.report_id], read })}
          />
        ))}
      </ul>
    </>
  );
}

function Entry({ item, onMark }: { item: Notification; onMark: (read: boolean) => void }) {
  const isUnread = item.read_at === null;
  const patient = visibleText(item.patient_id);
  return (
    <li className={classes.entry} data-unread={isUnread || undefined}>
      <Link to={`/analysis/${item.report_id}`} onClick={() => onMark(true)}>
        {patient}
      </Link>
      <span>
        {typeOf(item.module)}: {item.finding}
      </span>
      {item.reason === 'budget' && (
        <span className={classes.quiet}>
          Score {item.score?.toFixed(0)} %, told from {item.threshold} % by the alarm budget
        </span>
      )}
      <span className={classes.quiet}>
        {isUnread ? 'Unread, ' : ''}
        {formatDate(item.created_at)}{' '}
        <button
          type="button"
          className={classes.action}
          onClick={() => onMark(isUnread)}
          aria-label={`Mark ${patient} as ${isUnread ? 'read' : 'unread'}`}
        >
          Mark as {isUnread ? 'read' : 'unread'}
        </button>
      </span>
    </li>
  );
}

function typeOf(module: string): string {
  const id = moduleIds.find((each) => each === module);
  return id === undefined ? module : manifestOf(id).historyLabel;
}
