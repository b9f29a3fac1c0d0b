import type { ReviewReply } from '@second-read/contract/reviews';
import { type ReportState, stateWords } from '@second-read/core/review/states';
import { formatDate } from '../../ui/format/format-date.ts';
import { visibleText } from '../../ui/format/visible-text.ts';
import classes from './Review.module.css';

/** What the report is now, and who stands behind it. */
export function ReviewState({ review }: { review: ReviewReply }) {
  const { state, version, held_by: held, mine, signed_by: signer, signed_at: at } = review;
  const draftBy = review.changes.at(-1)?.by.name;
  return (
    <div className={classes.state}>
      <span className={classes.badge} data-state={state}>
        {stateWords[state]}
      </span>
      <span className={classes.quiet}>
        {state === 'preliminary' &&
          (draftBy === undefined ? 'AI result, not reviewed' : `Draft by ${draftBy}, not signed`)}
        {state === 'in_review' && (mine ? 'By you' : `By ${nameOf(held)}`)}
        {signer && at && `Version ${version}, by ${nameOf(signer)}, ${formatDate(at)}`}
      </span>
      {review.reason && <ReasonLine {...{ state, reason: review.reason }} />}
      {review.verification_code && (
        <span className={classes.quiet}>
          Verification code <a href={`/verify/${review.verification_code}`}>{review.verification_code}</a>
        </span>
      )}
    </div>
  );
}

/** Why a version is what it is, as its reader gave it. */
export function ReasonLine({ state, reason }: { state: ReportState; reason: string }) {
  const what =
    state === 'withdrawn' ? 'Withdrawn because' : state === 'signed' ? 'Reason' : 'Amended because';
  return <span className={classes.reason}>{`${what}: ${visibleText(reason)}`}</span>;
}

function nameOf(person: { full_name: string; username: string } | null): string {
  return person?.full_name || person?.username || 'another reader';
}
