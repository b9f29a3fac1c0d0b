import { Button, TextInput } from '@mantine/core';
import { longestPhraseName, type Phrase } from '@second-read/contract/phrases';
import { useState } from 'react';
import { Dialog } from '../../../ui/Dialog.tsx';
import { UndoLine } from '../../../ui/page/UndoLine.tsx';
import classes from '../Review.module.css';
import type { Phrases } from './use-phrases.ts';

/** Renames and deletes; a deleted phrase can be brought back until the dialog is closed. */
export function ManagePhrases({ phrases, onClose }: { phrases: Phrases; onClose: () => void }) {
  const [gone, setGone] = useState<Phrase | null>(null);
  const remove = (phrase: Phrase) => {
    phrases.remove(phrase.id).then(
      () => setGone(phrase),
      () => undefined,
    );
  };
  const bringBack = ({ name, text }: Phrase) => {
    phrases.keep(name, text).then(
      () => setGone(null),
      () => undefined,
    );
  };
  return (
    <Dialog opened onClose={onClose} title="Your phrases">
      {phrases.error && (
        <p role="alert" className={classes.problem}>
          {phrases.error.message}
        </p>
      )}
      {gone && <UndoLine said={`“${gone.name}” was deleted.`} onUndo={() => bringBack(gone)} />}
      <ul className={classes.findings}>
        {phrases.all.map((phrase) => (
          <PhraseLine key={phrase.id} phrase={phrase} phrases={phrases} onDelete={() => remove(phrase)} />
        ))}
      </ul>
      <div className={classes.actions}>
        <Button variant="default" onClick={onClose}>
          Close
        </Button>
      </div>
    </Dialog>
  );
}

interface PhraseLineProps {
  phrase: Phrase;
  phrases: Phrases;
  onDelete: () => void;
}

function PhraseLine({ phrase: { id, name, text }, phrases, onDelete }: PhraseLineProps) {
  const [value, setValue] = useState(name);
  const rename = () => {
    const next = value.trim();
    if (next === '') setValue(name);
    else if (next !== name) phrases.change(id, { name: next }).catch(() => setValue(name));
  };
  return (
    <li className={classes.finding}>
      <TextInput
        size="xs"
        label="Name"
        value={value}
        maxLength={longestPhraseName}
        onChange={(event) => setValue(event.currentTarget.value)}
        onBlur={rename}
        onKeyDown={(event) => event.key === 'Enter' && rename()}
      />
      <p className={classes.quiet}>{text}</p>
      <Button size="compact-xs" variant="default" aria-label={`Delete ${name}`} onClick={onDelete}>
        Delete
      </Button>
    </li>
  );
}
