import type { PreviewHint } from '@second-read/core/analysis/camera-module';
import { IconAlertTriangle, IconCheck } from '../../../ui/icons/frame-icons.ts';
import classes from '../Camera.module.css';

interface HintLineProps {
  /** Undefined: not judged yet. */
  hint: PreviewHint | null | undefined;
  /** Said where nothing is wrong. */
  good: string;
}

/** A hint, read aloud as it changes. */
export function HintLine({ hint, good }: HintLineProps) {
  return (
    <p
      role="status"
      className={classes.hint}
      data-kind={hint === undefined ? 'none' : (hint?.kind ?? 'good')}
    >
      {hint && <IconAlertTriangle size={18} stroke={2} aria-hidden />}
      {hint === null && <IconCheck size={18} stroke={2} aria-hidden />}
      {hint === undefined ? 'Judging the picture…' : (hint?.words ?? good)}
    </p>
  );
}
