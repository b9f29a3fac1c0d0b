import { Button, Skeleton } from '@mantine/core';
import type { Account, AccountChange, OneTimePasswordReply } from '@second-read/contract/administration';
import { roleNames } from '@second-read/core/roles/rights';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { accountsQuery, changeAccount } from '../../api/organization/administration.ts';
import { StatusLine } from '../../ui/page/StatusLine.tsx';
import { AccountRow } from './AccountRow.tsx';
import classes from './Administration.module.css';
import { NewAccountForm } from './NewAccountForm.tsx';
import { OneTimePassword } from './OneTimePassword.tsx';

interface Step {
  readonly account: Account;
  readonly change: AccountChange;
}

/** The accounts of the organization: loading, failed, or a list that can be changed and added to. */
export function AccountList({ ownId }: { ownId: string | undefined }) {
  const client = useQueryClient();
  const list = useQuery(accountsQuery);
  const [told, setTold] = useState<OneTimePasswordReply | null>(null);
  const [last, setLast] = useState<Step | null>(null);
  const changing = useMutation({
    mutationFn: ({ account, change }: Step) => changeAccount(account.id, change),
    onSuccess: (reply, step) => {
      client.setQueryData(accountsQuery.queryKey, reply);
      setLast(step);
    },
    onSettled: () => client.invalidateQueries({ queryKey: accountsQuery.queryKey }),
  });
  const tell = (reply: OneTimePasswordReply) => {
    setTold(reply);
    void client.invalidateQueries({ queryKey: accountsQuery.queryKey });
  };
  if (list.isPending) return <Skeleton height={160} radius={6} aria-label="Loading the accounts" />;
  if (list.isError) {
    return (
      <StatusLine onRetry={() => void list.refetch()} isBusy={list.isFetching}>
        The accounts could not be loaded. {list.error.message}
      </StatusLine>
    );
  }
  return (
    <>
      {changing.isError && (
        <p role="alert" className={classes.problem}>
          Nothing was changed. {changing.error.message}
        </p>
      )}
      <p role="status" className={classes.done}>
        {last && !changing.isPending && (
          <>
            {inWords(last)}
            <Button
              variant="subtle"
              size="compact-sm"
              onClick={() => changing.mutate({ account: last.account, change: opposite(last) })}
            >
              Undo
            </Button>
          </>
        )}
      </p>
      <ul className={classes.rows}>
        {list.data.accounts.map((account) => (
          <AccountRow
            key={account.id}
            account={account}
            isOwn={account.id === ownId}
            isBusy={changing.isPending}
            onChange={(change) => changing.mutate({ account, change })}
            onReset={tell}
          />
        ))}
      </ul>
      <NewAccountForm onCreated={tell} />
      <OneTimePassword told={told} onClose={() => setTold(null)} />
    </>
  );
}

function inWords({ account, change }: Step): string {
  const name = account.full_name || account.username;
  if (change.role !== undefined) return `${name} is ${roleNames[change.role]} now.`;
  return change.is_disabled ? `${name} is signed out and cannot sign in.` : `${name} can sign in again.`;
}

/** What it was before. Sessions that ended stay ended. */
function opposite({ account, change }: Step): AccountChange {
  if (change.role !== undefined) return { role: account.role };
  return { is_disabled: account.state === 'disabled' };
}
