import { useState } from 'react';
import classes from '../Stage.module.css';
import type { Stage } from '../stage.ts';

interface ArrowTextProps {
  stage: Stage;
  /** Of the arrow. */
  id: string;
}

/** Longest text of an arrow, characters. */
const longest = 80;

/**
 * The text of an arrow while it is written: each letter is kept at once. Enter ends it; Escape brings back
 * what it was, and removes an arrow that had none.
 */
export function ArrowText({ stage, id }: ArrowTextProps) {
  const [before] = useState(() => textOf(stage, id));
  const write = (text: string) => {
    const arrow = stage.measurements().find((each) => each.id === id);
    if (arrow) stage.putMeasurement({ ...arrow, text });
  };
  const end = () =>
    stage.changeMeasurements((all) => {
      if (all.written === id) all.written = null;
    });
  return (
    <input
      ref={focusOn}
      className={classes.text}
      aria-label="Text of the arrow"
      placeholder="Text"
      maxLength={longest}
      defaultValue={before}
      onChange={(event) => write(event.currentTarget.value.replace(/\p{Cc}/gu, ' '))}
      onBlur={end}
      onKeyDown={(event) => {
        // The keys of the images are letters here.
        event.stopPropagation();
        if (event.key !== 'Enter' && event.key !== 'Escape') return;
        event.preventDefault();
        const group = event.currentTarget.closest<HTMLElement>('[tabindex]');
        if (event.key === 'Escape' && before !== '') write(before);
        if (event.key === 'Escape' && before === '')
          stage.changeMeasurements((all, key) => all.remove(key, id));
        end();
        group?.focus({ preventScroll: true });
      }}
    />
  );
}

function textOf(stage: Stage, id: string): string {
  return stage.measurements().find((each) => each.id === id)?.text ?? '';
}

function focusOn(input: HTMLInputElement | null): void {
  input?.focus({ preventScroll: true });
}
