import type { ReactNode } from 'react';
import classes from './PressedRow.module.css';

interface PressedRowProps {
  /** Whether what it names is what is shown. */
  isPressed: boolean;
  onPress: () => void;
  children: ReactNode;
}

/** A line of a list that shows what it names: a finding, a change. */
export function PressedRow({ isPressed, onPress, children }: PressedRowProps) {
  return (
    <button type="button" className={classes.row} aria-pressed={isPressed} onClick={onPress}>
      {children}
    </button>
  );
}
