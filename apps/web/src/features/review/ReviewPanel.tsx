import { Button } from '@mantine/core';
import type { ReviewReply } from '@second-read/contract/reviews';
import { useEffect, useRef } from 'react';
import { isField } from '../../ui/free-key.ts';
import { useKeySections } from '../../ui/help/key-sections.ts';
import { IconArrowBackUp, IconArrowForwardUp } from '../../ui/icons/tool-icons.ts';
import { StatusLine } from '../../ui/page/StatusLine.tsx';
import { AddFinding } from './AddFinding.tsx';
import { CategoryChoice } from './CategoryChoice.tsx';
import type { DrawingControl } from './drawing-task.ts';
import { FindingReview } from './FindingReview.tsx';
import { listed } from './listed-findings.ts';
import { MergeBar } from './MergeBar.tsx';
import classes from './Review.module.css';
import { ReviewActions } from './ReviewActions.tsx';
import { ReviewState } from './ReviewState.tsx';
import { SavedLine } from './SavedLine.tsx';
import type { SignSubject } from './sign/sign-subject.ts';
import type { SignOrder } from './sign/use-sign-order.ts';
import { useFindingKeyNames, useFindingKeys } from './use-finding-keys.ts';
import { useMerging } from './use-merging.tsx';
import type { Review } from './use-review.ts';
import { Versions } from './Versions.tsx';
import { WrittenSections } from './WrittenSections.tsx';

interface ReviewPanelProps {
  review: Review;
  drawing?: DrawingControl;
  /** Of an exam: the picture that is shown, from 0 among those that were read. */
  place?: number | undefined;
  subject: SignSubject;
  /** The worklist sent the reader here to sign. */
  order?: SignOrder | null;
}

/** Where a clinician decides about a report: each finding, the texts, and whether it is signed. */
export function ReviewPanel(props: ReviewPanelProps) {
  const { review: all, drawing, place, subject, order = null } = props;
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
      <ReviewActions all={all} review={review} subject={subject} order={order} />
      <Versions reportId={review.report_id} etag={review.etag} shown={review.version} />
    </section>
  );
}

const reviewKeys = [
  ['Ctrl Z', 'Undo the last change'],
  ['Ctrl Shift Z', 'Redo it'],
  ['Ctrl .', 'Phrases, in a text field'],
  ['s', 'Sign'],
  ['Ctrl Enter', 'Sign, also from a text field'],
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
  useKeySections([{ heading: 'Review', entries: [...useFindingKeyNames(), ...reviewKeys] }], 'screen');
  const findings = listed(review);
  const list = useRef<HTMLUListElement>(null);
  const merging = useMerging(findings, { review, place, onChange: change });
  const keys = useFindingKeys(findings, list, change, merging.byKey);
  const { rejecting, setRejecting, acceptAll, open } = keys;
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
        {open > 1 && (
          <Button variant="default" size="compact-sm" onClick={acceptAll}>
            Accept all
          </Button>
        )}
        <SavedLine state={all.queueState} />
      </div>
      {findings.length > 0 && (
        <ul ref={list} className={classes.findings}>
          {findings.map((each) => (
            <FindingReview
              key={each.finding.id}
              listed={each}
              onChange={change}
              drawing={drawing}
              isRejecting={rejecting === each.finding.id}
              onRejecting={(isRejecting) => setRejecting(isRejecting ? each.finding.id : null)}
              {...merging.propsOf(each)}
            />
          ))}
        </ul>
      )}
      <MergeBar review={review} selected={merging.selected} onMerge={merging.merge} onClear={merging.clear} />
      <AddFinding review={review} onChange={change} place={place} />
      {review.allowed.includes('sign') && <CategoryChoice review={review} onChange={change} />}
      {review.allowed.includes('sign') ? (
        <WrittenSections
          review={review}
          unkept={all.queueState.unkept}
          onChange={change}
          onAnswer={all.answer}
        />
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
      if (isField(event.target)) return;
      event.preventDefault();
      if (event.shiftKey) redo?.();
      else undo?.();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [undo, redo]);
}
