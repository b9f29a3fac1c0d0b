import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { IconArrowRight, IconX } from '../../ui/icons/frame-icons.ts';
import { IconArrowLeft } from '../../ui/icons/tool-icons.ts';
import classes from './Demo.module.css';
import type { DemoCase } from './demo-case.ts';
import { wrapped } from './demo-case.ts';
import { FadeFigure } from './FadeFigure.tsx';

interface ComparisonDialogProps {
  current: DemoCase;
  others: readonly DemoCase[];
  onClose: () => void;
}

/**
 * The current case beside the other demo cases, one at a time. Escape closes, the arrow keys leaf through.
 */
export function ComparisonDialog({ current, others, onClose }: ComparisonDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [index, setIndex] = useState(0);
  const other = others[index];
  const go = (step: number) => setIndex(wrapped(index, step, others.length));
  useEffect(() => dialog.current?.showModal(), []);
  const leaf = (event: KeyboardEvent) => {
    // A slider keeps its own arrow keys.
    if (event.target instanceof HTMLInputElement) return;
    if (event.key === 'ArrowLeft') go(-1);
    if (event.key === 'ArrowRight') go(1);
  };
  if (other === undefined) return null;
  return (
    <dialog
      ref={dialog}
      className={classes.dialog}
      aria-labelledby="comparison-title"
      onClose={onClose}
      onKeyDown={leaf}
    >
      <header className={classes.dialogHeader}>
        <h2 id="comparison-title">Case comparison</h2>
        <button type="button" className={classes.iconButton} aria-label="Close" onClick={onClose}>
          <IconX size={20} aria-hidden />
        </button>
      </header>
      <div className={classes.pair}>
        <ComparedCase heading={`Current: ${current.title}`} entry={current} />
        <ComparedCase key={other.id} heading={other.title} entry={other} />
      </div>
      <nav className={classes.dialogFooter} aria-label="Other cases">
        <button type="button" className={classes.button} onClick={() => go(-1)}>
          <IconArrowLeft size={16} aria-hidden /> Previous
        </button>
        <span aria-live="polite">
          {index + 1} of {others.length}
        </span>
        <button type="button" className={classes.button} onClick={() => go(1)}>
          Next <IconArrowRight size={16} aria-hidden />
        </button>
      </nav>
    </dialog>
  );
}

function ComparedCase({ heading, entry }: { heading: string; entry: DemoCase }) {
  const found = entry.report.filter((finding) => finding.found === 1).map((finding) => finding.type);
  return (
    <section>
      <h3 className={classes.compared}>{heading}</h3>
      <FadeFigure label={entry.title} entry={entry} initial={0.6} />
      <p className={classes.summary}>
        BI-RADS {entry.engine_BIRADS ?? entry.BIRADS} ·{' '}
        {found.length === 0 ? 'nothing detected' : found.join(', ')}
      </p>
    </section>
  );
}
