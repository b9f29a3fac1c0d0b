import type { ExamTime } from '@second-read/core/report/exam-time';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { formatDate, formatExam } from '../../ui/format/format-date.ts';
import classes from './ComparePane.module.css';

interface ComparePaneProps {
  /** "Current" or "Prior". */
  name: string;
  reportId: string;
  /** ISO 8601. */
  createdAt: string;
  /** When the exam was; null where its file did not say. */
  exam: ExamTime | null;
  /** Which view of the picture. */
  viewSelect: ReactNode;
  /** What the report is now. */
  badge: ReactNode;
  viewer: ReactNode;
  report: ReactNode;
}

/** One of two reports: when it was made, its picture, what it says. */
export function ComparePane({ name, reportId, createdAt, exam, ...parts }: ComparePaneProps) {
  const { viewSelect, badge, viewer, report } = parts;
  const when = exam ? `exam ${formatExam(exam)}` : 'exam date unknown';
  return (
    <section className={classes.pane} aria-label={`${name}, ${when}`}>
      <header className={classes.head}>
        <h2 className={classes.name}>{name}</h2>
        <p className={classes.date}>
          <span>{when[0]?.toUpperCase() + when.slice(1)}</span>
          <time dateTime={createdAt}>{`Analyzed ${formatDate(createdAt)}`}</time>
          <Link className={classes.link} to={`/analysis/${encodeURIComponent(reportId)}`} title={reportId}>
            Open report
          </Link>
        </p>
        {badge}
        {viewSelect}
      </header>
      {viewer}
      <section
        className={classes.report}
        data-report
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and not every report has buttons
        tabIndex={0}
        aria-label={`Report, ${name.toLowerCase()}`}
      >
        {report}
      </section>
    </section>
  );
}
