import type { Outline } from '@second-read/core/reading/outline';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import classes from '../../../../features/viewer/drawing/Drawing.module.css';
import type { Leaving } from './use-leaving.ts';

interface LeaveQuestionProps {
  label: string;
  leaving: Leaving;
  onKeep: (outline: Outline) => void;
}

/** What becomes of a drawing when its reader goes on. */
export function LeaveQuestion({ label, leaving, onKeep }: LeaveQuestionProps) {
  const first = useRef<HTMLButtonElement>(null);
  const { wanted, stay, go } = leaving;
  useEffect(() => {
    if (wanted) first.current?.focus();
  }, [wanted]);
  if (!wanted) return null;
  const { outline } = wanted;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    stay();
  };
  return (
    <div
      className={classes.question}
      role="alertdialog"
      aria-label="The drawing is not kept yet"
      onKeyDown={onKeyDown}
    >
      <p className={classes.words}>The outline of {label} is not kept yet.</p>
      <div className={classes.tools}>
        {outline && (
          <button
            ref={first}
            type="button"
            className={classes.keep}
            onClick={() => {
              onKeep(outline);
              go();
            }}
          >
            Keep it and go on
          </button>
        )}
        <button ref={outline ? undefined : first} type="button" onClick={go}>
          Discard it
        </button>
        <button type="button" onClick={stay}>
          Stay here
        </button>
      </div>
    </div>
  );
}
