import { Button, Skeleton } from '@mantine/core';
import type { SessionsReply } from '@second-read/contract/accounts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { endSession, fetchSessions } from '../../api/account/accounts.ts';
import { describeAgent } from '../../ui/format/describe-agent.ts';
import { formatDate } from '../../ui/format/format-date.ts';
import { StatusLine } from '../../ui/page/StatusLine.tsx';
import classes from './Account.module.css';

const queryKey = ['sessions'];

/** Where the account is signed in; any of it but here can be ended. */
export function SessionList() {
  const client = useQueryClient();
  const list = useQuery({ queryKey, queryFn: ({ signal }) => fetchSessions(signal), staleTime: 0 });
  const ending = useMutation({
    mutationFn: async (ids: readonly string[]) => {
      for (const id of ids) await endSession(id);
    },
    onSettled: () => client.invalidateQueries({ queryKey }),
  });
  if (list.isPending) return <Skeleton height={120} radius={6} aria-label="Loading" />;
  if (list.isError) {
    return (
      <StatusLine onRetry={() => void list.refetch()} isBusy={list.isFetching}>
        The sessions could not be loaded. {list.error.message}
      </StatusLine>
    );
  }
  const others = list.data.filter((session) => !session.is_current).map(({ id }) => id);
  return (
    <>
      {ending.isError && (
        <p role="alert" className={classes.problem}>
          The session could not be ended. {ending.error.message}
        </p>
      )}
      <ul className={classes.sessions}>
        {list.data.map((session) => (
          <Session
            key={session.id}
            session={session}
            isBusy={ending.isPending}
            onEnd={() => ending.mutate([session.id])}
          />
        ))}
      </ul>
      {others.length === 0 && <p className={classes.text}>You are not signed in anywhere else.</p>}
      {others.length > 1 && (
        <Button variant="default" disabled={ending.isPending} onClick={() => ending.mutate(others)}>
          End all other sessions
        </Button>
      )}
    </>
  );
}

interface SessionProps {
  session: SessionsReply[number];
  isBusy: boolean;
  onEnd: () => void;
}

function Session({ session, isBusy, onEnd }: SessionProps) {
  const name = describeAgent(session.user_agent);
  return (
    <li className={classes.session}>
      <div>
        <p className={classes.device}>
          {name}
          {session.is_current && <strong className={classes.here}>This session</strong>}
        </p>
        <p className={classes.when}>
          {session.address ?? 'unknown address'} · signed in {formatDate(session.created_at)} · last used{' '}
          {formatDate(session.last_used_at)}
        </p>
      </div>
      {!session.is_current && (
        <Button
          variant="default"
          size="sm"
          disabled={isBusy}
          aria-label={`End session: ${name}, signed in ${formatDate(session.created_at)}`}
          onClick={onEnd}
        >
          End
        </Button>
      )}
    </li>
  );
}
