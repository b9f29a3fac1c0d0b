import type { AppContext } from '../../../context.ts';
import { sweepSpool } from '../../../platform/spool/spool-folder.ts';
import { sweepRegularly } from '../../../platform/sweep/sweep-regularly.ts';
import { findAnalysis, findOverdue, isInFlight } from '../analyses.repository.ts';
import { offerReadyExams } from '../exams/offer-exam.ts';
import { endOverdue } from './await-outcome.ts';
import type { EndTools } from './end-analysis.ts';
import { running } from './metrics.ts';
import { type RunTools, runAnalysis } from './run-analysis.ts';
import { analysisFailed } from './settle.ts';
import { analysesQueue } from './topics.ts';

/** Whoever waits for an analysis ends it on time; this is for those whose process died. */
const sweepMarginMs = 3_000;

/**
 * Takes analyses from the queue until the context closes, unless told not to, and ends those that everybody
 * forgot.
 */
export async function registerAnalysisWorker(context: AppContext): Promise<void> {
  const { config } = context;
  await sweep(context);
  if (config.worker.concurrency > 0) await takeAnalyses(context);
  sweepRegularly(context, () => sweep(context), 'overdue analyses were not looked for');
}

async function takeAnalyses(context: RunTools): Promise<void> {
  const { config, log, queue } = context;
  const { concurrency } = config.worker;
  const onGivenUp = (payload: Payload) => endGivenUp(jobOf(payload), context);
  await queue.work(analysesQueue, { concurrency, onGivenUp }, async (payload, signal) => {
    const job = jobOf(payload);
    if (!job) return log.error('a job without an analysis was dropped');
    running.inc();
    try {
      await traced(payload, () => runAnalysis(job, signal, context), context);
    } finally {
      running.dec();
    }
  });
}

/** Goes on with the trace of the call that placed the order, in whichever process that was. */
function traced(
  payload: Payload,
  work: () => Promise<void>,
  { traces, now }: Pick<AppContext, 'traces' | 'now'>,
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

type Payload = Readonly<Record<string, string>>;

function jobOf({ id, attempt }: Payload): { id: string; attempt: number } | undefined {
  return id === undefined || attempt === undefined ? undefined : { id, attempt: Number(attempt) };
}

/** Whoever waits is told at once, and may ask again, instead of waiting for a run that never comes. */
export async function endGivenUp(
  job: { id: string; attempt: number } | undefined,
  context: EndTools,
): Promise<void> {
  const row = job && (await findAnalysis(context.db, job.id));
  if (!row || row.attempt !== job.attempt || !isInFlight(row)) return;
  context.log.error({ analysis: row.id, module: row.module }, 'an analysis was given up');
  await analysisFailed({ id: row.id, ...(row.runToken ? { runToken: row.runToken } : {}) }, context);
}

/**
 * Ends analyses whose time is up, so that what they hold back is free again; removes uploads that nobody
 * works on; offers exams.
 */
export async function sweep(context: EndTools): Promise<void> {
  // By the clock of this machine, as its files are dated.
  await sweepSpool(context.config.uploadDir, new Date());
  const before = new Date(context.now().getTime() - sweepMarginMs);
  for (const row of await findOverdue(context.db, before)) await endOverdue(row, context);
  await offerReadyExams(context);
}
