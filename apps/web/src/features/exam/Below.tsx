import type { ReactNode } from 'react';
import { useMedia } from '../../ui/use-media.ts';
import classes from './ExamViewer.module.css';

/** What belongs to the images, below them; where it scrolls by itself the keyboard reaches it. */
export function Below({ isCompared, children }: { isCompared: boolean; children: ReactNode }) {
  const scrolls = useMedia('(min-width: 1024px)');
  return (
    <section
      className={classes.below}
      data-report={isCompared ? '' : undefined}
      // Of two exams beside each other the panes are named.
      aria-label={isCompared ? undefined : 'Findings and lists of the exam'}
      tabIndex={scrolls ? 0 : undefined}
    >
      {children}
    </section>
  );
}
