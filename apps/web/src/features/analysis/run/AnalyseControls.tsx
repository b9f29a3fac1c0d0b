import { Button } from '@mantine/core';
import { useEffect } from 'react';
import { isAsked } from '../../../ui/free-key.ts';
import { useKeySections } from '../../../ui/help/key-sections.ts';
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
  /** More than this image is open, and read as a whole by another button. */
  isSecondary: boolean;
}

/** Starts the analysis, and shows how many are left. */
export function AnalyseControls(props: AnalyseControlsProps) {
  const { isBusy, canStart, onStart, onAnother, onOtherSlice, usage, isSecondary } = props;
  useStartKey(canStart ? onStart : null);
  return (
    <div className={classes.root} data-next data-done={onAnother !== null || undefined}>
      <div>
        <Button
          className={classes.start}
          fullWidth
          size={isSecondary ? 'sm' : 'md'}
          variant={isSecondary ? 'default' : 'filled'}
          aria-keyshortcuts="Control+Enter Meta+Enter"
          title="Ctrl Enter"
          disabled={!canStart}
          onClick={onStart}
        >
          {isBusy ? 'Analyzing...' : 'Analyze Image'}
        </Button>
        {onAnother && (
          <Button fullWidth px={8} size="md" variant="default" onClick={onAnother}>
            Analyze another image
          </Button>
        )}
      </div>
      {onOtherSlice && (
        <Button fullWidth variant="default" onClick={onOtherSlice}>
          Back to the slices
        </Button>
      )}
      <div className={classes.usage} data-reached={usage.isReached || undefined}>
        <UsageBar usage={usage} />
      </div>
    </div>
  );
}

const analysisKeys = [['Ctrl Enter', 'Analyze the image']] as const;

/** Ctrl+Enter, also from the field of the patient ID; not while a dialog asks something. */
function useStartKey(onStart: (() => void) | null): void {
  useKeySections([{ heading: 'Analysis', entries: analysisKeys }], 'screen');
  useEffect(() => {
    if (onStart === null) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
      if (isAsked()) return;
      event.preventDefault();
      onStart();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [onStart]);
}
