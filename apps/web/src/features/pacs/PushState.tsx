import { Button } from '@mantine/core';
import type { Push } from '@second-read/contract/pacs';
import { formatDate } from '../../ui/format/format-date.ts';
import { IconAlertTriangle } from '../../ui/icons/frame-icons.ts';
import { IconCircleCheck, IconClock } from '../../ui/icons/tool-icons.ts';
import classes from './Pacs.module.css';

interface PushStateProps {
  push: Push;
  onAgain: () => void;
  isBusy: boolean;
}

const icons = { queued: IconClock, sent: IconCircleCheck, failed: IconAlertTriangle } as const;

/** What became of one form: on its way, arrived, or why not, with a way to try again. */
export function PushState({ push, onAgain, isBusy }: PushStateProps) {
  const Icon = icons[push.state];
  return (
    <div className={classes.state} data-state={push.state} role="status">
      <Icon size={16} aria-hidden />
      <span>{wordsOf(push)}</span>
      {push.state === 'failed' && (
        <Button variant="subtle" size="compact-sm" disabled={isBusy} onClick={onAgain}>
          Try again
        </Button>
      )}
    </div>
  );
}

function wordsOf({ state, message, tries, updated_at }: Push): string {
  if (state === 'sent') return `Sent ${formatDate(updated_at)}`;
  if (state === 'failed') return `Not sent. ${message ?? ''}`.trim();
  return tries === 0 ? 'Sending…' : `Not yet sent. ${message ?? ''} It will be retried.`;
}
