import type { AppContext } from '../../context.ts';
import { loggableError } from '../../platform/log/loggable-error.ts';
import { findOverdue } from './analyses.repository.ts';
import { endOverdue } from './await-outcome.ts';
import { clearAbandonedUploads } from './clear-uploads.ts';
import { runAnalysis } from './run-analysis.ts';
import { analysesQueue } from './topics.ts';

const sweepMs = 5_000;
/** Whoever waits for an analysis ends it on time; this is for those whose process died. */
const sweepMarginMs = 3_000;

/** Takes analyses from the queue until the context closes, and ends those that everybody forgot. */
export async function registerAnalysisWorker(context: AppContext): Promise<void> {
  const { config, log, queue } = context;
  await clearAbandonedUploads(config.uploadDir, context.now());
  await sweep(context);
  await queue.work(analysesQueue, { concurrency: config.worker.concurrency }, async (payload, signal) => {
    const { id, attempt } = payload;
    if (id === undefined || attempt === undefined) return log.error('a job without an analysis was dropped');
    const job = { id, attempt: Number(attempt) };
    await traced(payload, () => runAnalysis(job, signal, context), context);
  });
  scheduleSweep(context);
}

/** Goes on with the trace of the call that placed the order, in whichever process that was. */
function traced(
  payload: Readonly<Record<string, string>>,
  work: () => Promise<void>,
  { traces, now }: AppContext,
): Promise<void> {
  if (!traces.isOn) return work();
  const queued = { name: 'queue', startMs: Number(payload.queuedAt), endMs: now().getTime() };
  const run = () => {
    if (payload.queuedAt !== undefined) traces.add([queued]);
    return work();
  };
  const attributes = { 'messaging.operation.type': 'process', 'messaging.destination.name': analysesQueue };
  return traces.span('analysis', run, { kind: 'consumer', parent: payload, attributes });
}

function scheduleSweep(context: AppContext): void {
  const timer = setTimeout(async () => {
    if (context.pool.ending) return;
    try {
      await sweep(context);
    } catch (error) {
      if (!context.pool.ending)
        context.log.warn({ err: loggableError(error) }, 'overdue analyses were not looked for');
    }
    if (!context.pool.ending) scheduleSweep(context);
  }, sweepMs);
  timer.unref();
}

/** Ends analyses whose time is up, so that what they hold back is free again. */
export async function sweep(context: AppContext): Promise<void> {
  const before = new Date(context.now().getTime() - sweepMarginMs);
  for (const row of await findOverdue(context.db, before)) await endOverdue(row, context);
}
