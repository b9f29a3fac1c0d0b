import { Button, Textarea } from '@mantine/core';
import { longestReason } from '@second-read/core/review/change';
import { useState } from 'react';
import { Dialog } from '../../../ui/Dialog.tsx';
import classes from '../Review.module.css';

interface ReasonDialogProps {
  isOpen: boolean;
  title: string;
  description: string;
  action: string;
  isSevere?: boolean;
  onClose: () => void;
  onReason: (reason: string) => void;
}

/** Asks why something is done that stays with the report. */
export function ReasonDialog(props: ReasonDialogProps) {
  const { isOpen, title, description, action, isSevere = false, onClose, onReason } = props;
  const [reason, setReason] = useState('');
  const given = reason.trim();
  return (
    <Dialog opened={isOpen} onClose={onClose} title={title}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (given !== '') onReason(given);
          setReason('');
        }}
      >
        <Textarea
          label="Reason"
          description={description}
          value={reason}
          maxLength={longestReason}
          onChange={(event) => setReason(event.currentTarget.value.replaceAll('\n', ' '))}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            event.currentTarget.form?.requestSubmit();
          }}
          data-autofocus
          autosize
          minRows={2}
        />
        <div className={classes.actions}>
          <Button type="submit" color={isSevere ? 'red' : undefined} disabled={given === ''}>
            {action}
          </Button>
          <Button variant="default" onClick={onClose}>
            Keep it
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
