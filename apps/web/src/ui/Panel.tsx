import { type ReactNode, useId } from 'react';
import classes from './Panel.module.css';

/** A part of a screen with a heading: a region that screen readers name by it. */
export function Panel({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className={classes.panel} aria-labelledby={id}>
      <h2 id={id} className={classes.heading}>
        {title}
      </h2>
      {children}
    </section>
  );
}
