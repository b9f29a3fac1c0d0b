import { type AnalysisRow, findAnalysis, isInFlight } from '../analyses.repository.ts';
import { type EndTools, endAnalysis } from './end-analysis.ts';
import { topicOf } from './topics.ts';

/** A signal may be lost; the row is read again at least this often. */
const rereadMs = 1_000;

/** Waits for the end of one order. */
export interface OutcomeWait {
  /** To be called before the queue has the order, so that no signal is missed. */
  listen(id: string): void;
  /**
   * Resolves when the analysis has ended, ending it itself when its time is up; or, still on its way, when
   * `clientDisconnected` aborts.
   */
  until(placed: AnalysisRow, clientDisconnected: AbortSignal): Promise<AnalysisRow>;
  close(): void;
}

export function openOutcomeWait(context: EndTools): OutcomeWait {
  const { db, now, signals } = context;
  let wakeUps: ReturnType<typeof signals.subscribe> | undefined;
  return {
    listen: (id) => {
      wakeUps = signals.subscribe(topicOf(id));
    },
    until: async (placed, clientDisconnected) => {
      for (let row = placed; ; ) {
        if (!isInFlight(row) || clientDisconnected.aborted) return row;
        const leftMs = row.deadlineAt.getTime() - now().getTime();
        if (leftMs <= 0) await endOverdue(row, context);
        else await wakeUps?.next(Math.min(leftMs, rereadMs), clientDisconnected);
        const current = await findAnalysis(db, row.id);
        if (!current) throw new Error('an analysis that is waited for is gone');
        row = current;
      }
    },
    close: () => wakeUps?.close(),
  };
}

/** The end of an analysis whose time is up. A result that was stored a moment before stays. */
export async function endOverdue({ id }: { id: string }, context: EndTools): Promise<void> {
  const errorMessage = 'The analysis took too long and was canceled. Nothing was charged.';
  await endAnalysis({ id }, { state: 'cancelled', errorCode: 'analysis_timeout', errorMessage }, context);
}
