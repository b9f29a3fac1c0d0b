import { type ReactNode, type Ref, useEffect } from 'react';
import classes from './AnalysisLayout.module.css';

interface AnalysisLayoutProps {
  title: string;
  /** Beside the title: what is shown in the centre. */
  viewSelect: ReactNode;
  left: ReactNode;
  /** What starts the analysis, and what it says at once: above the picture where the columns stack. */
  controls: ReactNode;
  centre: ReactNode;
  report: ReactNode;
  leftRef: Ref<HTMLElement>;
  /** On a phone picture and report then come first, what the next analysis needs after them. */
  hasResult: boolean;
}

/**
 * The three columns of every analysis screen; the picture keeps the report beside it down to a tablet's
 * width.
 */
export function AnalysisLayout(props: AnalysisLayoutProps) {
  const { title, viewSelect, left, controls, centre, report, leftRef, hasResult } = props;
  useTopOnPhone(hasResult);
  return (
    <div className={classes.screen}>
      <title>{`${title} · Second Read`}</title>
      <header className={classes.header}>
        <h1 className={classes.title}>{title}</h1>
        {viewSelect}
      </header>
      <div className={classes.columns} data-result={hasResult || undefined}>
        <section ref={leftRef} className={classes.left} aria-label="Patient and image">
          {left}
        </section>
        <section className={classes.controls} aria-label="Analysis">
          {controls}
        </section>
        <section className={classes.centre} aria-label="Image">
          {centre}
        </section>
        <section className={classes.report} aria-label="Analysis and report">
          {report}
        </section>
      </div>
    </div>
  );
}

/** A phone that stood at the button shows the result from its beginning; wider screens have both in sight. */
function useTopOnPhone(hasResult: boolean): void {
  useEffect(() => {
    if (hasResult && window.matchMedia('(max-width: 767px)').matches) window.scrollTo({ top: 0 });
  }, [hasResult]);
}
