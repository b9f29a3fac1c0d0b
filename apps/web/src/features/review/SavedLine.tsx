import type { QueueState } from './change-queue.ts';
import classes from './Review.module.css';

/** Whether the server has everything; changes that wait are counted, so that nobody believes them kept. */
export function SavedLine({ state: { saving, unsent, problem } }: { state: QueueState }) {
  return (
    <span role="status" className={classes.saved} data-saving={saving}>
      {words(saving, unsent)}
      {problem && saving !== 'saving' ? ` ${problem}` : ''}
    </span>
  );
}

function words(saving: QueueState['saving'], unsent: number): string {
  const count = `${unsent} ${unsent === 1 ? 'change' : 'changes'}`;
  switch (saving) {
    case 'saved':
      return 'Saved';
    case 'saving':
      return 'Saving…';
    case 'waiting':
      return `Not saved: ${count} kept here and sent again.`;
    case 'stopped':
      return unsent === 0 ? 'Not saved.' : `Not saved: ${count}.`;
  }
}
