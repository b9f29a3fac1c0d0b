import { Button } from '@mantine/core';
import type { ReviewReply } from '@second-read/contract/reviews';
import { type PointerEvent, useState } from 'react';
import classes from './Review.module.css';
import { ReasonDialog } from './sign/ReasonDialog.tsx';
import { SignDialog } from './sign/SignDialog.tsx';
import type { SignSubject } from './sign/sign-subject.ts';
import { type SignOrder, useSignOrder } from './sign/use-sign-order.ts';
import type { Review } from './use-review.ts';

interface ReviewActionsProps {
  all: Review;
  review: ReviewReply;
  subject: SignSubject;
  /** The worklist sent the reader here to sign. */
  order: SignOrder | null;
}

/** The steps that the report's state and the reader's rights allow. */
export function ReviewActions({ all, review, subject, order }: ReviewActionsProps) {
  const { step, queueState } = all;
  const [asked, setAsked] = useState<'amend' | 'withdraw' | null>(null);
  const signing = useSignOrder(all, review, order);
  const may = (action: ReviewReply['allowed'][number]) => review.allowed.includes(action);
  const withReason = (then: (reason: string) => void) => (reason: string) => {
    setAsked(null);
    then(reason);
  };
  return (
    <>
      {step.error && (
        <p role="alert" className={classes.problem}>
          {step.error.message}
        </p>
      )}
      <div className={classes.actions}>
        {may('start') && !review.mine && (
          <Button onClick={step.start} loading={step.isPending}>
            Start review
          </Button>
        )}
        {may('sign') && (
          <Button onPointerDown={keepFocus} onClick={signing.open} loading={step.isPending}>
            Sign report
          </Button>
        )}
        {may('release') && (
          <Button variant="default" onClick={step.release} disabled={queueState.unsent > 0}>
            Stop reviewing
          </Button>
        )}
        {may('amend') && (
          <Button variant="default" onClick={() => setAsked('amend')} loading={step.isPending}>
            Amend
          </Button>
        )}
        {may('withdraw') && (
          <Button variant="subtle" color="red" onClick={() => setAsked('withdraw')}>
            Withdraw
          </Button>
        )}
      </div>
      <SignDialog
        isOpen={signing.isOpen}
        subject={subject}
        review={review}
        queueState={queueState}
        onClose={signing.close}
        onGoOn={signing.done}
        onSign={(acceptsRemaining) => {
          signing.done();
          step.sign(acceptsRemaining, subject.patient);
        }}
      />
      <ReasonDialog
        isOpen={asked === 'amend'}
        title="Amend this report?"
        description="It stays with the new version; the signed one stays readable."
        action="Amend"
        onClose={() => setAsked(null)}
        onReason={withReason(step.amend)}
      />
      <ReasonDialog
        isOpen={asked === 'withdraw'}
        title="Withdraw this report?"
        description="It stays with the report. A withdrawn report cannot be brought back."
        action="Withdraw"
        isSevere
        onClose={() => setAsked(null)}
        onReason={withReason(step.withdraw)}
      />
    </>
  );
}

/**
 * A field that loses the focus keeps its text and may change its height: the button would move away under
 * the pointer before the click. The dialog takes the focus instead.
 */
function keepFocus(event: PointerEvent): void {
  event.preventDefault();
}
