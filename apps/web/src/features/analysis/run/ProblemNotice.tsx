import { Alert, Button } from '@mantine/core';
import type { ModuleManifest } from '@second-read/core/analysis/manifest';
import { IconAlertTriangle, IconInfoCircle } from '../../../ui/icons/frame-icons.ts';
import { StatusLine } from '../../../ui/page/StatusLine.tsx';
import { alertText, type Problem } from './flow.ts';
import classes from './ProblemNotice.module.css';

interface ProblemNoticeProps {
  manifest: ModuleManifest;
  problem: Problem;
  onDismiss: () => void;
  /** Null where there is nothing to try again. */
  onRetry: (() => void) | null;
  /** Of a refused picture: opens it in the module that reads it; null where none does. */
  other: { readonly title: string; readonly open: () => void } | null;
}

/** What went wrong, in the words of the specification, with a way to go on. */
export function ProblemNotice({ manifest, problem, onDismiss, onRetry, other }: ProblemNoticeProps) {
  if (problem.kind === 'limit') return null;
  if (problem.kind === 'process' && manifest.failsQuietly && onRetry) {
    return <StatusLine onRetry={onRetry}>The image could not be analyzed: {problem.message}</StatusLine>;
  }
  const isError = problem.kind !== 'cancelled-late' && problem.kind !== 'refused';
  return (
    <Alert
      color={isError ? 'red' : 'accent'}
      variant="light"
      icon={isError ? <IconAlertTriangle size={18} /> : <IconInfoCircle size={18} />}
      withCloseButton
      closeButtonLabel="Dismiss"
      onClose={onDismiss}
      classNames={{ message: classes.message }}
    >
      {alertText(problem)}
      {other && (
        <div className={classes.actions}>
          <Button size="compact-sm" variant="default" onClick={other.open}>
            {`Open in ${other.title}`}
          </Button>
        </div>
      )}
      {problem.kind === 'process' && onRetry && (
        <div className={classes.actions}>
          <Button size="compact-sm" variant="default" onClick={onRetry}>
            Try again
          </Button>
        </div>
      )}
    </Alert>
  );
}
