import { Button, Skeleton } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { fetchSecondFactor } from '../../api/accounts.ts';
import { StatusLine } from '../../ui/StatusLine.tsx';
import classes from './Account.module.css';
import { RemoveSecondFactor } from './RemoveSecondFactor.tsx';
import { SetUpSecondFactor } from './SetUpSecondFactor.tsx';

/** Whether the account asks for a code at sign-in, and the way to change that. */
export function SecondFactorPanel({ username }: { username: string }) {
  const [isOpen, setOpen] = useState(false);
  const client = useQueryClient();
  const state = useQuery({
    queryKey: ['second factor', 'state'],
    queryFn: ({ signal }) => fetchSecondFactor(signal),
    staleTime: 0,
  });
  if (state.isPending) return <Skeleton height={40} radius={6} aria-label="Loading" />;
  if (state.isError) {
    return (
      <StatusLine onRetry={() => void state.refetch()} isBusy={state.isFetching}>
        The state of the second factor could not be loaded. {state.error.message}
      </StatusLine>
    );
  }
  const { is_set_up: isSetUp, is_required: isRequired } = state.data;
  const done = () => {
    setOpen(false);
    void client.invalidateQueries({ queryKey: ['second factor', 'state'] });
    void client.invalidateQueries({ queryKey: ['sessions'] });
  };
  const Form = isSetUp ? RemoveSecondFactor : SetUpSecondFactor;
  return (
    <>
      <p className={classes.text}>{wordsOf(isSetUp, isRequired)}</p>
      {isOpen && <Form username={username} onDone={done} onCancel={() => setOpen(false)} />}
      {!isOpen && !(isSetUp && isRequired) && (
        <Button variant={isSetUp ? 'default' : 'filled'} onClick={() => setOpen(true)}>
          {isSetUp ? 'Remove second factor' : 'Set up second factor'}
        </Button>
      )}
    </>
  );
}

function wordsOf(isSetUp: boolean, isRequired: boolean): string {
  if (!isSetUp) return 'Off. With it, signing in also takes a code of an authenticator app on your phone.';
  const lost = 'If you lose the app, an administrator can remove it.';
  return isRequired ? `On, as your organisation asks. ${lost}` : `On. ${lost}`;
}
