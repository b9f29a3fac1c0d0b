import type { ReactNode } from 'react';
import classes from './EmptyState.module.css';

interface EmptyStateProps {
  /** What there is none of, and why. */
  children: ReactNode;
  /** What to do next: links and buttons. */
  actions?: ReactNode;
}

/** In place of a list without entries. */
export function EmptyState({ children, actions }: EmptyStateProps) {
  return (
    <div className={classes.empty}>
      <p className={classes.words}>{children}</p>
      {actions && <div className={classes.actions}>{actions}</div>}
    </div>
  );
}
