import type { ReviewReply } from '@second-read/contract/reviews';
import { useEffect, useEffectEvent, useState } from 'react';
import { useMay } from '../../../api/account/rights.ts';
import { isAsked, isFreeKey } from '../../../ui/free-key.ts';
import type { Review } from '../use-review.ts';

/** To sign the report that is opened. */
export interface SignOrder {
  /** 2 and more: an amendment that was left is taken up again. */
  readonly version: number;
}

/**
 * Whether the reader is asked to sign. A report without a holder is held first, and given back where its
 * reader does not sign; what was measured before stays with it.
 */
export function useSignOrder(all: Review, review: ReviewReply, order: SignOrder | null) {
  const { step } = all;
  const [isWanted, setWanted] = useState(false);
  const [isTaken, setTaken] = useState(false);
  const may = (action: ReviewReply['allowed'][number]) => review.allowed.includes(action);
  const maySign = useMay('sign');
  const isLeftAmendment = order !== null && order.version > review.version && may('amend');
  const canTake = maySign && (may('start') || isLeftAmendment);
  const open = () => {
    if (step.isPending || (!may('sign') && !canTake)) return;
    setWanted(true);
    if (may('sign')) return;
    setTaken(true);
    if (isLeftAmendment) step.amend();
    else step.start();
  };
  const forget = () => {
    setWanted(false);
    setTaken(false);
  };
  const hasFailed = step.error !== null && !may('sign');
  useEffect(() => {
    if (!hasFailed) return;
    setWanted(false);
    setTaken(false);
  }, [hasFailed]);
  const onOrder = useEffectEvent(open);
  useEffect(() => {
    if (order) onOrder();
  }, [order]);
  useSignKeys(may('sign') || canTake ? open : null);
  return {
    isOpen: isWanted && may('sign'),
    open,
    close: () => {
      forget();
      if (isTaken) step.release();
    },
    done: forget,
  };
}

/** Ctrl+Enter, also from a text field, and s outside of fields, dialogs and the viewer. */
function useSignKeys(onSign: (() => void) | null): void {
  const sign = useEffectEvent(() => onSign?.());
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isPlain = event.key === 's' && isFreeKey(event);
      const isEnter = event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !isAsked();
      if (!isPlain && !isEnter) return;
      event.preventDefault();
      sign();
    };
    window.addEventListener('keydown', onKey, true);
    return () => window.removeEventListener('keydown', onKey, true);
  }, []);
}
