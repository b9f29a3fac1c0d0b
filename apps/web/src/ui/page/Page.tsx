import type { ReactNode } from 'react';
import classes from './Page.module.css';

interface PageProps {
  title: string;
  subtitle?: ReactNode;
  /** Stands to the right of the title. */
  actions?: ReactNode;
  /** A list: as wide as its columns need on a wide screen. */
  isWide?: boolean;
  children: ReactNode;
}

/** The frame of a working screen: a heading, then its content, on the common width. */
export function Page({ title, subtitle, actions, isWide, children }: PageProps) {
  return (
    <div className={classes.page} data-wide={isWide || undefined}>
      <title>{`${title} · Second Read`}</title>
      <header className={classes.header}>
        <div>
          <h1 className={classes.title}>{title}</h1>
          {subtitle && <p className={classes.subtitle}>{subtitle}</p>}
        </div>
        {actions}
      </header>
      {children}
    </div>
  );
}
