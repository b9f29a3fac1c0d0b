import type { ReviewMark } from '@second-read/contract/reviews';
import { stateWords } from '@second-read/core/review/states';
import { formatDate } from './format/format-date.ts';
import classes from './StateBadge.module.css';

/** Who stands behind a report: the machine alone, a reader who is at it, or who signed it and when. */
export function StateBadge({ mark }: { mark: ReviewMark | undefined }) {
  const { state = 'preliminary', version = 1, signed_by: by, signed_at: at, draft_by: draftBy } = mark ?? {};
  const signer = by && at ? `Version ${version}, by ${by}, ${formatDate(at)}` : undefined;
  return (
    <span className={classes.badge} data-state={state} title={signer}>
      {stateWords[state]}
      {by && <span className={classes.by}>{state === 'withdrawn' ? ` (signed by ${by})` : ` by ${by}`}</span>}
      {draftBy && <span className={classes.by}>, draft by {draftBy}</span>}
    </span>
  );
}
