import type { ReactNode } from 'react';
import classes from './MessageScreen.module.css';

interface MessageScreenProps {
  title: string;
  children: ReactNode;
  /** `alert` where something failed. */
  role?: 'alert';
}

/** A screen with only a message: not found, broken, empty. */
export function MessageScreen({ title, children, role }: MessageScreenProps) {
  return (
    <section className={classes.screen} role={role}>
      <h1 className={classes.title}>{title}</h1>
      {children}
    </section>
  );
}
