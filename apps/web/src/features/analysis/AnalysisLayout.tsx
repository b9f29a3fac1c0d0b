import type { ReactNode, Ref } from 'react';
import classes from './AnalysisLayout.module.css';

interface AnalysisLayoutProps {
  title: string;
  /** Beside the title: what is shown in the centre. */
  viewSelect: ReactNode;
  left: ReactNode;
  centre: ReactNode;
  right: ReactNode;
  leftRef: Ref<HTMLElement>;
}

/** The three columns of every analysis screen; they stack where the window is narrow. */
export function AnalysisLayout({ title, viewSelect, left, centre, right, leftRef }: AnalysisLayoutProps) {
  return (
    <div className={classes.screen}>
      <title>{`${title} · Second Read`}</title>
      <header className={classes.header}>
        <h1 className={classes.title}>{title}</h1>
        {viewSelect}
      </header>
      <div className={classes.columns}>
        <section ref={leftRef} className={classes.left} aria-label="Patient and image">
          {left}
        </section>
        <section className={classes.centre} aria-label="Image">
          {centre}
        </section>
        <section className={classes.right} aria-label="Analysis and report">
          {right}
        </section>
      </div>
    </div>
  );
}
