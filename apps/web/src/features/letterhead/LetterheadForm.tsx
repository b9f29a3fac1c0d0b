import { Button, FileInput, Textarea, TextInput } from '@mantine/core';
import type { Letterhead } from '@second-read/contract/letterhead';
import { type FormEvent, useState } from 'react';
import classes from './Letterhead.module.css';
import { LetterheadPreview } from './LetterheadPreview.tsx';
import { readLogo } from './read-logo.ts';

interface LetterheadFormProps {
  letterhead: Letterhead | null;
  isSaving: boolean;
  error: string | null;
  onSave: (letterhead: Letterhead | null) => void;
  onCancel: () => void;
}

/** Name, address and logo with the head as it will be printed. */
export function LetterheadForm({ letterhead, isSaving, error, onSave, onCancel }: LetterheadFormProps) {
  const [name, setName] = useState(letterhead?.name ?? '');
  const [address, setAddress] = useState(letterhead?.address.join('\n') ?? '');
  const [logo, setLogo] = useState(letterhead?.logo ?? null);
  const [problem, setProblem] = useState<string | null>(null);
  const typed = { name: name.trim(), address: linesOf(address), logo };
  const choose = (file: File | null) => {
    setProblem(null);
    if (!file) return;
    readLogo(file).then(setLogo, (cause: Error) => setProblem(cause.message));
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSave(typed);
  };
  return (
    <form className={classes.form} onSubmit={submit}>
      <TextInput
        label="Name"
        description="Of the department or practice."
        required
        maxLength={120}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Textarea
        label="Address"
        description="Up to four lines."
        rows={4}
        value={address}
        onChange={(event) => setAddress(event.currentTarget.value)}
      />
      <FileInput label="Logo" placeholder="Choose a picture" accept="image/*" onChange={choose} />
      {logo && (
        <Button variant="subtle" color="gray" className={classes.start} onClick={() => setLogo(null)}>
          Remove logo
        </Button>
      )}
      {typed.name !== '' && <LetterheadPreview letterhead={typed} />}
      {(problem ?? error) && (
        <p role="alert" className={classes.problem}>
          {problem ?? error}
        </p>
      )}
      <div className={classes.ways}>
        <Button type="submit" loading={isSaving}>
          Save
        </Button>
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
        {letterhead && (
          <Button variant="subtle" color="red" disabled={isSaving} onClick={() => onSave(null)}>
            Remove letterhead
          </Button>
        )}
      </div>
    </form>
  );
}

function linesOf(text: string): string[] {
  const lines = text.split('\n').map((line) => line.trim().slice(0, 120));
  return lines.filter((line) => line !== '').slice(0, 4);
}
