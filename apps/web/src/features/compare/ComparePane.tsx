import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { formatDate } from '../../ui/format-date.ts';
import classes from './ComparePane.module.css';

interface ComparePaneProps {
  /** "Current" or "Prior". */
  name: string;
  reportId: string;
  /** ISO 8601. */
  createdAt: string;
  /** Which view of the picture. */
  viewSelect: ReactNode;
  viewer: ReactNode;
  report: ReactNode;
}

/** One of two reports: when it was made, its picture, what it says. */
export function ComparePane({ name, reportId, createdAt, viewSelect, viewer, report }: ComparePaneProps) {
  return (
    <section className={classes.pane} aria-label={`${name}, ${formatDate(createdAt)}`}>
      <header className={classes.head}>
        <h2 className={classes.name}>{name}</h2>
        <p className={classes.date}>
          <time dateTime={createdAt}>{formatDate(createdAt)}</time>
          <Link className={classes.link} to={`/analysis/${encodeURIComponent(reportId)}`}>
            {reportId}
          </Link>
        </p>
        {viewSelect}
      </header>
      {viewer}
      {report}
    </section>
  );
}
