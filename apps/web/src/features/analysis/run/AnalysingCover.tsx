import { Button } from '@mantine/core';
import classes from './AnalysingCover.module.css';
import type { Step } from './flow.ts';

/** Over the picture while it is read: what is being done, how far it is, and a way out. */
export function AnalysingCover({ step, onCancel }: { step: Step; onCancel: () => void }) {
  return (
    <div className={classes.cover}>
      <div className={classes.box}>
        <p className={classes.title}>Analyzing Image</p>
        <p className={classes.step} role="status">
          {step.label}
        </p>
        <progress
          className={classes.bar}
          aria-label="Analysis progress"
          max={1}
          {...(step.fraction !== null && { value: step.fraction })}
        />
        <Button variant="default" size="compact-sm" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </div>
  );
}
