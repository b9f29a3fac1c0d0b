import { Button } from '@mantine/core';
import classes from './UndoLine.module.css';

interface UndoLineProps {
  /** What was taken away. */
  said: string;
  onUndo: () => void;
  isBusy?: boolean;
}

/** Says what was just taken away, with the button that brings it back. */
export function UndoLine({ said, onUndo, isBusy = false }: UndoLineProps) {
  return (
    <p role="status" className={classes.line}>
      <span>{said}</span>
      <Button size="compact-sm" variant="default" loading={isBusy} onClick={onUndo}>
        Undo
      </Button>
    </p>
  );
}
