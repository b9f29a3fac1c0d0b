import { Button, Checkbox, Group } from '@mantine/core';
import type { Account, OneTimePasswordReply } from '@second-read/contract/administration';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { resetAccount } from '../../api/organization/administration.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import classes from './Administration.module.css';

interface ResetDialogProps {
  account: Account;
  opened: boolean;
  onClose: () => void;
  onReset: (reply: OneTimePasswordReply) => void;
}

/** Asks before an account is signed out and its password replaced: that cannot be undone. */
export function ResetDialog({ account, opened, onClose, onReset }: ResetDialogProps) {
  const [secondFactor, setSecondFactor] = useState(false);
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: () => resetAccount(account.id, secondFactor),
    onSuccess: (reply) => {
      close();
      onReset(reply);
    },
  });
  const close = () => {
    reset();
    setSecondFactor(false);
    onClose();
  };
  const name = account.full_name || account.username;
  return (
    <Dialog opened={opened} onClose={close} title={`Reset the password of ${name}?`}>
      <p className={classes.text}>
        {name} is signed out everywhere and needs the one-time password that you are shown next. The present
        password stops working. This cannot be undone.
      </p>
      {account.has_second_factor && (
        <Checkbox
          label="Remove the second factor too: the authenticator app was lost"
          checked={secondFactor}
          onChange={({ currentTarget }) => setSecondFactor(currentTarget.checked)}
        />
      )}
      {error && (
        <p role="alert" className={classes.problem}>
          The password was not reset. {error.message}
        </p>
      )}
      <Group justify="flex-end" mt="md">
        <Button variant="default" onClick={close}>
          Cancel
        </Button>
        <Button loading={isPending} onClick={() => mutate()}>
          Reset password
        </Button>
      </Group>
    </Dialog>
  );
}
