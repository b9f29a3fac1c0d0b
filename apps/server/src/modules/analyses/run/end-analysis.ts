import type { AppContext } from '../../../context.ts';
import { loggableError } from '../../../platform/log/loggable-error.ts';
import { recordAudit } from '../../audit/index.ts';
import {
  type AnalysisRow,
  type Ending,
  isInFlight,
  isSourceNeeded,
  markEnded,
} from '../analyses.repository.ts';
import { markStopped } from '../batches/batches.repository.ts';
import { dropReadSlices, findSlices, isExamAnalysis } from '../exams/exams.repository.ts';
import { offerReadyExams } from '../exams/offer-exam.ts';
import { deletePictures } from '../results/blob-keys.ts';
import { countOutcome } from './metrics.ts';

const auditActions = {
  refused: 'analysis.refused',
  failed: 'analysis.failed',
  cancelled: 'analysis.cancelled',
} as const;

/**
 * Ends an analysis without a result: nothing is charged, and the upload, which serves nobody now, is removed.
 * Returns the ended row; undefined when it had ended before or belongs to another run.
 */
export async function endAnalysis(
  which: { id: string; runToken?: string },
  ending: Ending & { readonly state: keyof typeof auditActions },
  context: AppContext,
): Promise<AnalysisRow | undefined> {
  const row = await context.db.transaction(async (tx) => {
    const ended = await markEnded(tx, which, ending, context);
    if (!ended) return undefined;
    const event = { action: auditActions[ending.state], by: ended, from: null, subjectId: ended.id } as const;
    const details = { module: ended.module, code: ending.errorCode };
    await recordAudit(tx, { ...event, outcome: 'failure', details }, context);
    return ended;
  });
  if (!row) return undefined;
  countOutcome(row, context.now());
  await removeLeftovers(row, context);
  await followUp(row, context);
  return row;
}

/** An exam goes on without a slice that ended; without the exam, nothing of its slices is kept. */
async function followUp(row: AnalysisRow, context: AppContext): Promise<void> {
  if (row.batchId === null) return;
  if (!isExamAnalysis(row)) return offerReadyExams(context, row.batchId);
  await markStopped(context.db, { id: row.batchId, because: 'cancelled', at: context.now() });
  const errorMessage = row.errorMessage ?? 'The exam was canceled.';
  const ending = { state: 'cancelled', errorCode: 'analysis_cancelled', errorMessage } as const;
  for (const slice of await findSlices(context.db, row.batchId))
    if (isInFlight(slice)) await endAnalysis({ id: slice.id }, ending, context);
  for (const slice of await dropReadSlices(context.db, row.batchId)) await removeLeftovers(slice, context);
}

/** Files only; one that stays behind is a waste, not a fault of the analysis. */
async function removeLeftovers(row: AnalysisRow, context: AppContext): Promise<void> {
  try {
    const { sourceKey } = row;
    if (sourceKey !== null && !(await isSourceNeeded(context.db, row))) await context.blobs.delete(sourceKey);
    if (row.runToken !== null) await deletePictures(row, row.runToken, context);
  } catch (error) {
    context.log.warn(
      { err: loggableError(error), analysis: row.id },
      'pictures of an ended analysis were left',
    );
  }
}
