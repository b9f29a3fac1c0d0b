import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { IconAlertTriangle } from '../icons/frame-icons.ts';
import classes from './StatusLine.module.css';

interface StatusLineProps {
  children: ReactNode;
  onRetry: () => void;
  isBusy?: boolean;
}

/** A status line for a background failure, with a retry. */
export function StatusLine({ children, onRetry, isBusy = false }: StatusLineProps) {
  return (
    <div role="status" className={classes.line}>
      <IconAlertTriangle size={18} className={classes.icon} aria-hidden />
      <span>{children}</span>
      <Button variant="subtle" size="compact-sm" onClick={onRetry} loading={isBusy}>
        Retry
      </Button>
    </div>
  );
}
