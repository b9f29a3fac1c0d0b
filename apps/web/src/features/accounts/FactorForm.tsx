import { Alert } from '@mantine/core';
import type { FormEvent, ReactNode } from 'react';
import { IconAlertCircle } from '../../ui/icons/frame-icons.ts';
import classes from './Account.module.css';

export interface FactorFormProps {
  username: string;
  /** The account has a second factor, or another one, from now on; there may be something left to read. */
  onChanged: () => void;
  onDone: () => void;
  onCancel: () => void;
}

interface FrameProps {
  onSubmit: (event: FormEvent) => void;
  error: Error | null;
  children: ReactNode;
}

/** The frame of a change to the second factor, with what went wrong above it. */
export function FactorForm({ onSubmit, error, children }: FrameProps) {
  return (
    <form className={classes.form} onSubmit={onSubmit}>
      {error && (
        <Alert color="red" icon={<IconAlertCircle aria-hidden />} role="alert">
          {error.message}
        </Alert>
      )}
      {children}
    </form>
  );
}
