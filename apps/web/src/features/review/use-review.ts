import type { ReviewReply } from '@second-read/contract/reviews';
import type { Change } from '@second-read/core/review/change';
import { nextRedo, nextUndo } from '@second-read/core/review/undone';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { reportsKey, reviewQuery } from '../../api/reports/queries.ts';
import {
  amendReport,
  fetchReview,
  releaseReview,
  signReport,
  startReview,
  withdrawReport,
} from '../../api/reports/reviews.ts';
import { type Answer, ChangeQueue, hasUnsent, type QueueState } from './change-queue.ts';
import { forgetSigned, noteSigned } from './sign/last-signed.ts';

/** Which report was changed: nothing of it, since other accounts' tabs may listen as well. */
const channelName = 'second-read-reviews';

/** Hears of changes that another tab of this browser made to the report. @returns what tells them of one */
function useOtherTabs(reportId: string, onChange: () => void): () => void {
  const channel = useRef<BroadcastChannel | null>(null);
  const heard = useEffectEvent((changed: unknown) => {
    if (changed === reportId) onChange();
  });
  useEffect(() => {
    if (!('BroadcastChannel' in globalThis)) return;
    const own = new BroadcastChannel(channelName);
    own.onmessage = ({ data }) => heard(data);
    channel.current = own;
    return () => own.close();
  }, []);
  return () => channel.current?.postMessage(reportId);
}

/** A change without its id, which is made up when it is made. */
export type Wish = Change extends infer C ? (C extends Change ? Omit<C, 'id'> : never) : never;

const rest: QueueState = { saving: 'saved', unsent: 0, problem: null };

/** The review of a report: what the server has, the changes on their way to it, and what may be done. */
export function useReview(reportId: string, isWanted: boolean) {
  const client = useQueryClient();
  const query = useQuery({ ...reviewQuery(reportId), enabled: isWanted });
  const review = query.data;
  const [queueState, setQueueState] = useState<QueueState>(rest);
  const queue = useRef<ChangeQueue | null>(null);
  const show = (next: ReviewReply) => client.setQueryData(reviewQuery(reportId).queryKey, next);
  if (review) queue.current?.sees(review);
  useLeaveWarning(queueState.unsent > 0);
  useEffect(() => {
    const flush = () => void queue.current?.flush();
    window.addEventListener('online', flush);
    return () => {
      window.removeEventListener('online', flush);
      queue.current?.stop();
      queue.current = null;
    };
  }, []);
  const tellTabs = useOtherTabs(reportId, () => void query.refetch());
  const queueOf = (of: ReviewReply) => {
    const onState = (state: QueueState) => {
      setQueueState(state);
      // Its pictures are of the version as the server now has it.
      if (state.unsent > 0) return;
      tellTabs();
      void client.invalidateQueries({ queryKey: ['report', of.module, reportId] });
      void client.invalidateQueries({ queryKey: ['exam-slices', reportId] });
    };
    queue.current ??= new ChangeQueue(of, { onState, onReview: show });
    return queue.current;
  };
  /** @returns the id of the change; null where there is no review. */
  const change = (wish: Wish): string | null => {
    if (!review) return null;
    const id = crypto.randomUUID();
    queueOf(review).add({ ...wish, id } as Change);
    return id;
  };
  const answer = (given: Answer) => {
    if (!review) return;
    queueOf(review).answer(given);
    const { section, text } = given;
    if (text !== given.over) change({ kind: 'write', section, text });
  };
  const sendLeft = useEffectEvent((of: ReviewReply) => void queueOf(of).flush());
  const isMine = review?.mine === true;
  useEffect(() => {
    if (isMine && review && hasUnsent(reportId)) sendLeft(review);
  }, [isMine, review, reportId]);
  const step = useMutation({
    mutationFn: (act: () => Promise<ReviewReply>) => act(),
    onSuccess: (next) => {
      queue.current = null;
      setQueueState(rest);
      if (next.state !== 'signed') forgetSigned();
      show(next);
      tellTabs();
      for (const key of [['report'], reportsKey, ['worklist'], ['exam-slices', reportId]])
        void client.invalidateQueries({ queryKey: key });
    },
    onError: () => void query.refetch(),
  });
  const lastDone = review ? nextUndo(review.changes) : null;
  const lastUndone = review ? nextRedo(review.changes) : null;
  return {
    query,
    review,
    queueState,
    change,
    answer,
    undo: lastDone === null ? null : () => change({ kind: 'undo', change: lastDone }),
    redo: lastUndone === null ? null : () => change({ kind: 'redo', change: lastUndone }),
    step: {
      isPending: step.isPending,
      error: step.error,
      start: () => step.mutate(() => startReview(reportId)),
      /** @param patient as the notice of the signature names them */
      sign: (acceptsRemaining: boolean, patient: string) =>
        step.mutate(async () => {
          const signed = await signReport(reportId, review?.etag ?? '', acceptsRemaining);
          noteSigned(reportId, patient);
          return signed;
        }),
      amend: (reason?: string) => step.mutate(() => amendReport(reportId, reason)),
      withdraw: (reason: string) => step.mutate(() => withdrawReport(reportId, reason)),
      release: () =>
        step.mutate(async () => {
          await queue.current?.flush();
          if (queue.current?.unsent) throw new Error('Your last change is not saved yet.');
          await releaseReview(reportId);
          return fetchReview(reportId);
        }),
    },
  };
}

export type Review = ReturnType<typeof useReview>;

/** The browser asks before a page is left whose changes the server does not have. */
function useLeaveWarning(isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isOn]);
}
