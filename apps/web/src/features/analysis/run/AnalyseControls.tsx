import { Button } from '@mantine/core';
import classes from './AnalyseControls.module.css';
import { UsageBar, type UsageState } from './UsageBar.tsx';

interface AnalyseControlsProps {
  isBusy: boolean;
  canStart: boolean;
  onStart: () => void;
  /** After a result; null otherwise. */
  onAnother: (() => void) | null;
  /** After a result of one slice: back to the others. */
  onOtherSlice: (() => void) | null;
  usage: UsageState;
}

/** Starts the analysis, and shows how many are left. */
export function AnalyseControls(props: AnalyseControlsProps) {
  const { isBusy, canStart, onStart, onAnother, onOtherSlice, usage } = props;
  return (
    <div className={classes.root}>
      <Button fullWidth size="md" disabled={!canStart} onClick={onStart}>
        {isBusy ? 'Analyzing...' : 'Analyze Image'}
      </Button>
      {onOtherSlice && (
        <Button fullWidth variant="default" onClick={onOtherSlice}>
          Back to the slices
        </Button>
      )}
      {onAnother && (
        <Button fullWidth variant="default" onClick={onAnother}>
          Analyze another image
        </Button>
      )}
      <UsageBar usage={usage} />
    </div>
  );
}
