import { Button } from '@mantine/core';
import type { ReviewReply } from '@second-read/contract/reviews';
import { IconArrowBackUp, IconArrowForwardUp } from '@tabler/icons-react';
import { useEffect } from 'react';
import { useKeySections } from '../../ui/help/key-sections.ts';
import { StatusLine } from '../../ui/page/StatusLine.tsx';
import { AddFinding } from './AddFinding.tsx';
import { CategoryChoice } from './CategoryChoice.tsx';
import type { DrawingControl } from './drawing-task.ts';
import { FindingReview } from './FindingReview.tsx';
import { listed } from './listed-findings.ts';
import classes from './Review.module.css';
import { ReviewActions } from './ReviewActions.tsx';
import { ReviewState } from './ReviewState.tsx';
import { SavedLine } from './SavedLine.tsx';
import type { Review } from './use-review.ts';
import { Versions } from './Versions.tsx';
import { WrittenSections } from './WrittenSections.tsx';

interface ReviewPanelProps {
  review: Review;
  drawing?: DrawingControl;
  /** Of an exam: the picture that is shown, from 0 among those that were read. */
  place?: number | undefined;
}

/** Where a clinician decides about a report: each finding, the texts, and whether it is signed. */
export function ReviewPanel({ review: all, drawing, place }: ReviewPanelProps) {
  const { query, review } = all;
  if (query.isError && review === undefined) {
    return (
      <StatusLine onRetry={() => void query.refetch()} isBusy={query.isFetching}>
        The review could not be loaded. {query.error.message}
      </StatusLine>
    );
  }
  if (review === undefined) return <p className={classes.quiet}>Loading the review…</p>;
  const isWriting = review.state === 'in_review' && review.mine;
  return (
    <section className={classes.panel} aria-label="Review">
      <ReviewState review={review} />
      {isWriting && <Editing all={all} review={review} drawing={drawing} place={place} />}
      <ReviewActions all={all} review={review} />
      <Versions reportId={review.report_id} etag={review.etag} />
    </section>
  );
}

const reviewKeys = [
  ['Ctrl Z', 'Undo the last change'],
  ['Ctrl Shift Z', 'Redo it'],
  ['Ctrl .', 'Phrases, in a text field'],
  ['Ctrl Enter', 'Sign'],
] as const;

interface EditingProps {
  all: Review;
  review: ReviewReply;
  drawing: DrawingControl | undefined;
  place: number | undefined;
}

function Editing({ all, review, drawing, place }: EditingProps) {
  const { change, undo, redo } = all;
  useUndoKeys(undo, redo);
  useKeySections([{ heading: 'Review', entries: reviewKeys }], 'screen');
  const findings = listed(review);
  return (
    <>
      <div className={classes.bar}>
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<IconArrowBackUp size={16} aria-hidden />}
          disabled={undo === null}
          onClick={() => undo?.()}
        >
          Undo
        </Button>
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<IconArrowForwardUp size={16} aria-hidden />}
          disabled={redo === null}
          onClick={() => redo?.()}
        >
          Redo
        </Button>
        <SavedLine state={all.queueState} />
      </div>
      {findings.length > 0 && (
        <ul className={classes.findings}>
          {findings.map((each) => (
            <FindingReview key={each.finding.id} listed={each} onChange={change} drawing={drawing} />
          ))}
        </ul>
      )}
      <AddFinding review={review} onChange={change} place={place} />
      {review.allowed.includes('sign') && <CategoryChoice review={review} onChange={change} />}
      {review.allowed.includes('sign') ? (
        <WrittenSections review={review} onChange={change} />
      ) : (
        <p className={classes.quiet}>This account may try a review; it writes no texts and signs nothing.</p>
      )}
    </>
  );
}

/** Ctrl+Z and Ctrl+Shift+Z outside of text fields, which have an undo of their own. */
function useUndoKeys(undo: (() => void) | null, redo: (() => void) | null): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'z') return;
      if (event.target instanceof Element && event.target.closest('input, textarea, select')) return;
      event.preventDefault();
      if (event.shiftKey) redo?.();
      else undo?.();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [undo, redo]);
}
