import type { AppContext } from '../../../context.ts';
import { type AnalysisRow, findAnalysis, isInFlight } from '../analyses.repository.ts';
import { endAnalysis } from './end-analysis.ts';
import { topicOf } from './topics.ts';

/** A signal may be lost; the row is read again at least this often. */
const rereadMs = 1_000;

/**
 * Waits until the analysis has ended, ending it itself when its time is up. Returns it still on its way when
 * `clientDisconnected` aborts.
 */
export async function awaitOutcome(
  id: string,
  clientDisconnected: AbortSignal,
  context: AppContext,
): Promise<AnalysisRow> {
  const { db, now, signals } = context;
  const wakeUps = signals.subscribe(topicOf(id));
  try {
    for (;;) {
      const row = await findAnalysis(db, id);
      if (!row) throw new Error('an analysis that is waited for is gone');
      if (!isInFlight(row) || clientDisconnected.aborted) return row;
      const leftMs = row.deadlineAt.getTime() - now().getTime();
      if (leftMs <= 0) await endOverdue(row, context);
      else await wakeUps.next(Math.min(leftMs, rereadMs), clientDisconnected);
    }
  } finally {
    wakeUps.close();
  }
}

/** The end of an analysis whose time is up. A result that was stored a moment before stays. */
export async function endOverdue({ id }: { id: string }, context: AppContext): Promise<void> {
  const errorMessage = 'The analysis took too long and was canceled. Nothing was charged.';
  await endAnalysis({ id }, { state: 'cancelled', errorCode: 'analysis_timeout', errorMessage }, context);
}
