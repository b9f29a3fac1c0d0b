import { Button, TextInput } from '@mantine/core';
import type { ReadKeyReply, ReadKeysReply } from '@second-read/contract/accounts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { createReadKey, fetchReadKeys, revokeReadKey } from '../../api/account/accounts.ts';
import { formatDate } from '../../ui/format/format-date.ts';
import { StatusLine } from '../../ui/page/StatusLine.tsx';
import classes from './Account.module.css';
import { OwnerForm } from './OwnerForm.tsx';

const queryKey = ['read-keys'];

/** Keys with which viewers and scripts read images as this account. A new key is shown once. */
export function ReadKeys() {
  const client = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const [made, setMade] = useState<ReadKeyReply>();
  const list = useQuery({ queryKey, queryFn: ({ signal }) => fetchReadKeys(signal), staleTime: 0 });
  const onSettled = () => client.invalidateQueries({ queryKey });
  const revoking = useMutation({ mutationFn: revokeReadKey, onSettled });
  return (
    <>
      <p className={classes.text}>
        A viewer or script that sends a key reads over DICOMweb what this account sees, and changes nothing. A
        key ends after a year.
      </p>
      {revoking.error && (
        <p role="alert" className={classes.problem}>
          {revoking.error.message}
        </p>
      )}
      {list.isError && (
        <StatusLine onRetry={() => void list.refetch()} isBusy={list.isFetching}>
          The keys could not be loaded. {list.error.message}
        </StatusLine>
      )}
      {made && (
        <TextInput
          readOnly
          className={classes.form}
          label={`Key "${made.name}"`}
          description="Copy it now: it is not shown again."
          value={made.key}
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
              if (made?.id === key.id) setMade(undefined);
              revoking.mutate(key.id);
            }}
          />
        ))}
      </ul>
      {isOpen ? (
        <NewKey
          onMade={(key) => {
            setMade(key);
            void onSettled();
          }}
          onClose={() => setOpen(false)}
        />
      ) : (
        <Button variant="default" onClick={() => setOpen(true)}>
          New key
        </Button>
      )}
    </>
  );
}

function NewKey({ onMade, onClose }: { onMade: (key: ReadKeyReply) => void; onClose: () => void }) {
  const [name, setName] = useState('');
  return (
    <OwnerForm
      action="Create key"
      send={async (factors) => onMade(await createReadKey(name.trim(), factors))}
      onDone={onClose}
      onCancel={onClose}
    >
      <TextInput
        label="New key for"
        required
        maxLength={60}
        value={name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
    </OwnerForm>
  );
}

interface KeyProps {
  value: ReadKeysReply[number];
  isBusy: boolean;
  onRevoke: () => void;
}

function Key({ value: { name, created_at, last_used_at, expires_at }, isBusy, onRevoke }: KeyProps) {
  const used = last_used_at === null ? 'never used' : `last used ${formatDate(last_used_at)}`;
  return (
    <li className={classes.session}>
      <div>
        <p className={classes.device}>{name}</p>
        <p className={classes.when}>
          created {formatDate(created_at)} · ends {formatDate(expires_at)} · {used}
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
