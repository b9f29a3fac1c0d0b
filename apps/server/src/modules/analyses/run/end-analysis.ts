import type { AppContext } from '../../../context.ts';
import { loggableError } from '../../../platform/log/loggable-error.ts';
import { recordEach } from '../../audit/index.ts';
import { type AnalysisRow, type Ending, markEnded, type Which } from '../analyses.repository.ts';
import { markStopped } from '../batches/batches.repository.ts';
import { dropReadSlices, isExamAnalysis } from '../exams/exams.repository.ts';
import { offerReadyExams } from '../exams/offer-exam.ts';
import { neededSources } from '../kept-sources.repository.ts';
import { deletePictures } from '../results/blob-keys.ts';
import { countOutcome } from './metrics.ts';

const auditActions = {
  refused: 'analysis.refused',
  failed: 'analysis.failed',
  cancelled: 'analysis.cancelled',
} as const;

/** What ends an analysis. */
export type EndTools = Pick<AppContext, 'blobs' | 'config' | 'db' | 'log' | 'now' | 'queue' | 'signals'>;

type EndWithout = Ending & { readonly state: keyof typeof auditActions };

/**
 * Ends an analysis without a result. Returns the ended row; undefined when it had ended before or belongs to
 * another run.
 */
export async function endAnalysis(
  which: { readonly id: string; readonly runToken?: string },
  ending: EndWithout,
  context: EndTools,
): Promise<AnalysisRow | undefined> {
  return (await endAnalyses(which, ending, context))[0];
}

/**
 * Ends analyses without a result, all in one transaction: nothing is charged, and their uploads, which serve
 * nobody now, are removed. Returns those that had not ended before.
 */
export async function endAnalyses(
  which: Which,
  ending: EndWithout,
  context: EndTools,
): Promise<AnalysisRow[]> {
  const rows = await context.db.transaction(async (tx) => {
    const ended = await markEnded(tx, which, ending, context);
    const events = ended.map((by) => ({
      ...{ action: auditActions[ending.state], by, from: null, subjectId: by.id },
      ...{ outcome: 'failure' as const, details: { module: by.module, code: ending.errorCode } },
    }));
    await recordEach(tx, events, context);
    return ended;
  });
  for (const row of rows) countOutcome(row, context.now());
  await removeLeftovers(rows, context);
  const exam = rows.find(isExamAnalysis);
  const batchId = rows[0]?.batchId ?? null;
  if (exam) await dropSlices(exam, context);
  else if (batchId !== null) await offerReadyExams(context, batchId);
  return rows;
}

/** An exam goes on without a slice that ended; without the exam, nothing of its slices is kept. */
async function dropSlices(exam: AnalysisRow, context: EndTools): Promise<void> {
  const { db, now } = context;
  const { batchId } = exam;
  if (batchId === null) return;
  await markStopped(db, { id: batchId, because: 'cancelled', at: now() });
  const errorMessage = exam.errorMessage ?? 'The exam was canceled.';
  const ending = { state: 'cancelled', errorCode: 'analysis_cancelled', errorMessage } as const;
  await endAnalyses({ batchId }, ending, context);
  await removeLeftovers(await dropReadSlices(db, batchId), context);
}

/** Files only; one that stays behind is a waste, not a fault of the analysis. */
async function removeLeftovers(
  rows: readonly AnalysisRow[],
  { blobs, db, log }: Pick<AppContext, 'blobs' | 'db' | 'log'>,
): Promise<void> {
  const needed = neededSources(db, rows);
  // Awaited only by rows that have an upload.
  needed.catch(() => undefined);
  for (const row of rows) {
    const { id, sourceKey, runToken } = row;
    try {
      if (sourceKey !== null && !(await needed).has(sourceKey)) await blobs.delete(sourceKey);
      if (runToken !== null) await deletePictures(row, runToken, { blobs });
    } catch (error) {
      log.warn({ err: loggableError(error), analysis: id }, 'pictures of an ended analysis were left');
    }
  }
}
