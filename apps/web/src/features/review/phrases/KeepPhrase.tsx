import { Button, TextInput } from '@mantine/core';
import { longestPhraseName } from '@second-read/contract/phrases';
import { type FormEvent, useState } from 'react';
import { Dialog } from '../../../ui/Dialog.tsx';
import classes from '../Review.module.css';
import type { Phrases } from './use-phrases.ts';

/** Asks under which name a text is kept. */
export function KeepPhrase({
  text,
  phrases,
  onClose,
}: {
  text: string;
  phrases: Phrases;
  onClose: () => void;
}) {
  const [name, setName] = useState('');
  const keep = (event: FormEvent) => {
    event.preventDefault();
    phrases.keep(name.trim(), text).then(onClose, () => undefined);
  };
  return (
    <Dialog opened onClose={onClose} title="Keep as a phrase">
      <form onSubmit={keep}>
        <p className={classes.line}>{text}</p>
        <TextInput
          label="Name"
          description="Only you see your phrases. Do not keep what names a patient."
          value={name}
          maxLength={longestPhraseName}
          error={phrases.error?.message}
          onChange={(event) => setName(event.currentTarget.value)}
          data-autofocus
        />
        <div className={classes.actions}>
          <Button type="submit" disabled={name.trim() === ''} loading={phrases.isBusy}>
            Keep
          </Button>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
