import { Button } from '@mantine/core';
import type { Letterhead } from '@second-read/contract/letterhead';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { changeSettings, settingsQuery } from '../../api/organization/settings.ts';
import { LoadingRows } from '../../ui/page/LoadingRows.tsx';
import { UndoLine } from '../../ui/page/UndoLine.tsx';
import classes from './Letterhead.module.css';
import { LetterheadForm } from './LetterheadForm.tsx';
import { LetterheadPreview } from './LetterheadPreview.tsx';

/** What stands above printed reports, and the way to change it. */
export function LetterheadPanel() {
  const settings = useQuery(settingsQuery);
  const client = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const [removed, setRemoved] = useState<Letterhead | null>(null);
  const letterhead = settings.data?.settings.letterhead ?? null;
  const save = useMutation({
    mutationFn: (letterhead: Parameters<typeof changeSettings>[0]['letterhead']) =>
      changeSettings({ letterhead }, settings.data?.etag ?? ''),
    onSuccess: (reply, changed) => {
      setRemoved(changed === null ? letterhead : null);
      client.setQueryData(settingsQuery.queryKey, reply);
      setOpen(false);
    },
    // Somebody else's change is fetched, so that the next try is made on it.
    onError: () => void settings.refetch(),
  });
  if (settings.isPending) return <LoadingRows label="Loading the letterhead" count={1} height={96} />;
  if (settings.isError)
    return (
      <div role="status">
        <p>{settings.error.message}</p>
        <Button variant="default" onClick={() => void settings.refetch()}>
          Load the letterhead again
        </Button>
      </div>
    );
  if (isOpen)
    return (
      <LetterheadForm
        letterhead={letterhead}
        isSaving={save.isPending}
        error={save.error?.message ?? null}
        onSave={(changed) => save.mutate(changed)}
        onCancel={() => {
          save.reset();
          setOpen(false);
        }}
      />
    );
  return (
    <>
      {letterhead ? (
        <LetterheadPreview letterhead={letterhead} />
      ) : (
        <p className={classes.empty}>
          PDF reports are printed without a letterhead. Add the name of your department, its address and a
          logo.
        </p>
      )}
      {removed && (
        <UndoLine
          said="The letterhead was removed."
          isBusy={save.isPending}
          onUndo={() => save.mutate(removed)}
        />
      )}
      {!letterhead && save.error && (
        <p role="alert" className={classes.problem}>
          {save.error.message}
        </p>
      )}
      <Button variant="default" onClick={() => setOpen(true)}>
        {letterhead ? 'Change letterhead' : 'Add letterhead'}
      </Button>
    </>
  );
}
