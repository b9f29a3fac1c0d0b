import { Button, CloseButton } from '@mantine/core';
import type { BatchReply } from '@second-read/contract/batches';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Link } from 'react-router';
import { useSession } from '../../../api/account/session.ts';
import { dashboardQuery, reportKey, reportsKey, trialCountsQuery } from '../../../api/reports/queries.ts';
import { cancelRunningBatch, followBatch, forgetBatch, type RunningBatch } from '../run/batch-runner.ts';
import { hasEnded } from '../run/calls.ts';
import { dropRememberedBatch, rememberBatch, rememberedBatch } from '../run/remembered-batch.ts';
import { useRunningBatch } from '../run/use-running-batch.ts';
import classes from './BatchPanel.module.css';
import { progressWords, readSlices, stopWords } from './batch-words.ts';

/** How far the series is that is read in the background; on every screen until it is closed. */
export function BatchPanel() {
  const owner = useSession().user?.id;
  const running = useRunningBatch();
  const batch = running?.owner === owner ? running : null;
  useRememberedBatch(batch, owner);
  useFreshUsage(batch);
  if (!batch) return null;
  const { reply, failure, trouble } = batch;
  const isOver = failure !== null || (reply !== null && hasEnded(reply));
  const close = () => {
    dropRememberedBatch();
    forgetBatch();
  };
  return (
    <>
      <section className={classes.panel} aria-label="Series in the background">
        <div className={classes.head}>
          <h2 className={classes.title}>{batch.title}</h2>
          {isOver && <CloseButton size={28} aria-label="Close" onClick={close} />}
        </div>
        <p role="status" className={classes.words}>
          {wordsOf(batch)}
        </p>
        {failure === null && <Bars batch={batch} />}
        {trouble && <p className={classes.trouble}>{trouble}</p>}
        <div className={classes.actions}>
          {reply && <ResultsLink reply={reply} onFollow={isOver ? close : undefined} />}
          {!isOver && (
            <Button variant="default" size="compact-sm" onClick={() => void cancelRunningBatch()}>
              Cancel
            </Button>
          )}
        </div>
      </section>
      {/* The end of the page can be scrolled out from under the panel. */}
      <div className={classes.room} />
    </>
  );
}

interface ResultsLinkProps {
  reply: BatchReply;
  /** Of what is over: who opens the results needs to be told of them no longer. */
  onFollow: (() => void) | undefined;
}

/** An exam leads to its report, a series of single slices to their results. */
function ResultsLink({ reply: { id, kind, report_id: reportId }, onFollow }: ResultsLinkProps) {
  const follow = onFollow ? { onClick: onFollow } : {};
  if (kind === 'slices')
    return (
      <Link to={`/series/${id}`} {...follow}>
        Open the results
      </Link>
    );
  if (reportId === null) return null;
  return (
    <Link to={`/analysis/${encodeURIComponent(reportId)}`} {...follow}>
      Open the report
    </Link>
  );
}

function wordsOf({ reply, failure, isSending, sent, total }: RunningBatch): string {
  if (failure !== null) return failure;
  if (!reply) return 'Starting';
  const stopped = stopWords(reply);
  const sending = isSending && sent < total ? ` ${sent} of ${total} sent.` : '';
  const lost =
    !isSending && reply.state === 'receiving'
      ? ' Sending was interrupted: open the same series again and start it again to resume.'
      : '';
  return `${progressWords(reply)}.${sending}${lost} ${stopped}`.trim();
}

function Bars({ batch: { reply } }: { batch: RunningBatch }) {
  return (
    <progress
      className={classes.bar}
      aria-label="Images read"
      max={reply?.slices ?? 1}
      {...(reply && { value: readSlices(reply) })}
    />
  );
}

/** After the page is loaded anew, the series of the same user is followed again. */
function useRememberedBatch(batch: RunningBatch | null, owner: string | undefined): void {
  const id = batch?.reply?.id;
  const title = batch?.title;
  useEffect(() => {
    const earlier = rememberedBatch();
    if (owner !== undefined && earlier?.user === owner) followBatch(earlier.id, earlier.title);
  }, [owner]);
  useEffect(() => {
    if (owner !== undefined && id !== undefined && title !== undefined)
      rememberBatch({ id, title, user: owner });
  }, [owner, id, title]);
}

/**
 * Each result is charged and stands in the history; the report of an exam names those of its other series.
 */
function useFreshUsage(batch: RunningBatch | null): void {
  const queryClient = useQueryClient();
  const reply = batch?.reply;
  const completed = reply?.kind === 'exam' ? Number(reply.report_id !== null) : (reply?.completed ?? 0);
  useEffect(() => {
    if (completed === 0) return;
    for (const queryKey of [trialCountsQuery.queryKey, dashboardQuery.queryKey, reportsKey, reportKey]) {
      void queryClient.invalidateQueries({ queryKey });
    }
  }, [completed, queryClient]);
}
