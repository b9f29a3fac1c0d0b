import { Button, Modal, Textarea } from '@mantine/core';
import type { ReviewReply } from '@second-read/contract/reviews';
import { longestReason } from '@second-read/core/review/change';
import { useEffect, useState } from 'react';
import classes from './Review.module.css';
import type { Review } from './use-review.ts';

/** The steps that the report's state and the reader's rights allow. */
export function ReviewActions({ all, review }: { all: Review; review: ReviewReply }) {
  const { step, queueState } = all;
  const [asked, setAsked] = useState<'sign' | 'withdraw' | null>(null);
  const may = (action: ReviewReply['allowed'][number]) => review.allowed.includes(action);
  const canSign = may('sign') && queueState.unsent === 0;
  useSignKey(canSign && asked === null ? () => setAsked('sign') : null);
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
          <Button onClick={() => setAsked('sign')} disabled={!canSign} loading={step.isPending}>
            Sign report
          </Button>
        )}
        {may('release') && (
          <Button variant="default" onClick={step.release} disabled={queueState.unsent > 0}>
            Stop reviewing
          </Button>
        )}
        {may('amend') && (
          <Button variant="default" onClick={step.amend} loading={step.isPending}>
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
        isOpen={asked === 'sign'}
        version={review.version}
        onClose={() => setAsked(null)}
        onSign={() => {
          setAsked(null);
          step.sign();
        }}
      />
      <WithdrawDialog
        isOpen={asked === 'withdraw'}
        onClose={() => setAsked(null)}
        onWithdraw={(reason) => {
          setAsked(null);
          step.withdraw(reason);
        }}
      />
    </>
  );
}

/** Ctrl+Enter, also from a text field. */
function useSignKey(onSign: (() => void) | null): void {
  useEffect(() => {
    if (onSign === null) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      onSign();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [onSign]);
}

interface SignDialogProps {
  isOpen: boolean;
  version: number;
  onClose: () => void;
  onSign: () => void;
}

function SignDialog({ isOpen, version, onClose, onSign }: SignDialogProps) {
  return (
    <Modal opened={isOpen} onClose={onClose} title="Sign this report?" centered lockScroll={false}>
      <p className={classes.line}>
        You answer for version {version} with your name. A signed report can be amended in a new version, or
        withdrawn; this version stays readable.
      </p>
      <div className={classes.actions}>
        <Button onClick={onSign} data-autofocus>
          Sign
        </Button>
        <Button variant="default" onClick={onClose}>
          Go on reviewing
        </Button>
      </div>
    </Modal>
  );
}

interface WithdrawDialogProps {
  isOpen: boolean;
  onClose: () => void;
  onWithdraw: (reason: string) => void;
}

function WithdrawDialog({ isOpen, onClose, onWithdraw }: WithdrawDialogProps) {
  const [reason, setReason] = useState('');
  return (
    <Modal opened={isOpen} onClose={onClose} title="Withdraw this report?" centered lockScroll={false}>
      <Textarea
        label="Reason"
        description="It stays with the report. A withdrawn report cannot be brought back."
        value={reason}
        maxLength={longestReason}
        onChange={(event) => setReason(event.currentTarget.value)}
        data-autofocus
        autosize
        minRows={2}
      />
      <div className={classes.actions}>
        <Button color="red" disabled={reason.trim() === ''} onClick={() => onWithdraw(reason.trim())}>
          Withdraw
        </Button>
        <Button variant="default" onClick={onClose}>
          Keep it
        </Button>
      </div>
    </Modal>
  );
}
