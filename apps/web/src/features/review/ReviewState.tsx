import type { ReviewReply } from '@second-read/contract/reviews';
import { stateWords } from '@second-read/core/review/states';
import { formatDate } from '../../ui/format/format-date.ts';
import classes from './Review.module.css';

/** What the report is now, and who stands behind it. */
export function ReviewState({ review }: { review: ReviewReply }) {
  const { state, version, held_by: held, mine, signed_by: signer, signed_at: at } = review;
  return (
    <div className={classes.state}>
      <span className={classes.badge} data-state={state}>
        {stateWords[state]}
      </span>
      <span className={classes.quiet}>
        {state === 'preliminary' && 'By the machine alone, verified by nobody'}
        {state === 'in_review' && (mine ? 'By you' : `By ${nameOf(held)}`)}
        {signer && at && `Version ${version}, by ${nameOf(signer)}, ${formatDate(at)}`}
        {state === 'withdrawn' && review.reason && `: ${review.reason}`}
      </span>
      {review.verification_code && (
        <span className={classes.quiet}>
          Verification code <a href={`/verify/${review.verification_code}`}>{review.verification_code}</a>
        </span>
      )}
    </div>
  );
}

function nameOf(person: { full_name: string; username: string } | null): string {
  return person?.full_name || person?.username || 'another reader';
}
