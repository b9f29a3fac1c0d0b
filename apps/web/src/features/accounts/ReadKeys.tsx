import { Button, TextInput } from '@mantine/core';
import type { ReadKeysReply } from '@second-read/contract/accounts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { createReadKey, fetchReadKeys, revokeReadKey } from '../../api/account/accounts.ts';
import { formatDate } from '../../ui/format/format-date.ts';
import { StatusLine } from '../../ui/page/StatusLine.tsx';
import classes from './Account.module.css';

const queryKey = ['read-keys'];

/** Keys with which viewers and scripts read images as this account. A new key is shown once. */
export function ReadKeys() {
  const client = useQueryClient();
  const [name, setName] = useState('');
  const list = useQuery({ queryKey, queryFn: ({ signal }) => fetchReadKeys(signal), staleTime: 0 });
  const onSettled = () => client.invalidateQueries({ queryKey });
  const creating = useMutation({ mutationFn: createReadKey, onSuccess: () => setName(''), onSettled });
  const revoking = useMutation({ mutationFn: revokeReadKey, onSettled });
  const problem = creating.error ?? revoking.error;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    creating.mutate(name.trim());
  };
  return (
    <>
      <p className={classes.text}>
        A viewer or script that sends a key reads over DICOMweb what this account sees, and changes nothing.
      </p>
      {problem && (
        <p role="alert" className={classes.problem}>
          {problem.message}
        </p>
      )}
      {list.isError && (
        <StatusLine onRetry={() => void list.refetch()} isBusy={list.isFetching}>
          The keys could not be loaded. {list.error.message}
        </StatusLine>
      )}
      {creating.data && (
        <TextInput
          readOnly
          className={classes.form}
          label={`Key "${creating.data.name}"`}
          description="Copy it now: it is not shown again."
          value={creating.data.key}
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
      )}
      <ul className={classes.sessions}>
        {list.data?.map((key) => (
          <Key
            key={key.id}
            value={key}
            isBusy={revoking.isPending}
            onRevoke={() => {
              if (creating.data?.id === key.id) creating.reset();
              revoking.mutate(key.id);
            }}
          />
        ))}
      </ul>
      <form className={classes.form} onSubmit={submit}>
        <TextInput
          label="New key for"
          maxLength={60}
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <Button type="submit" variant="default" disabled={name.trim() === '' || creating.isPending}>
          Create key
        </Button>
      </form>
    </>
  );
}

interface KeyProps {
  value: ReadKeysReply[number];
  isBusy: boolean;
  onRevoke: () => void;
}

function Key({ value: { name, created_at, last_used_at }, isBusy, onRevoke }: KeyProps) {
  const used = last_used_at === null ? 'never used' : `last used ${formatDate(last_used_at)}`;
  return (
    <li className={classes.session}>
      <div>
        <p className={classes.device}>{name}</p>
        <p className={classes.when}>
          created {formatDate(created_at)} · {used}
        </p>
      </div>
      <Button
        variant="default"
        size="sm"
        disabled={isBusy}
        aria-label={`Revoke key: ${name}, created ${formatDate(created_at)}`}
        onClick={onRevoke}
      >
        Revoke
      </Button>
    </li>
  );
}
