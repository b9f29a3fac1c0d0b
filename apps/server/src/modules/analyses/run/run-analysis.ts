import { randomUUID } from 'node:crypto';
import { manifestOf } from '@second-read/analyses/manifests';
import type { AnalysisId } from '@second-read/core/analysis/manifest';
import type { AppContext } from '../../../context.ts';
import type { Compute, ReadOutcome, ReadTask, TimedStep } from '../../../platform/compute/compute.ts';
import { loggableError } from '../../../platform/log/loggable-error.ts';
import { openExam } from '../../patients/index.ts';
import { claimAnalysis, findAnalysis, isInFlight, type Run } from '../analyses.repository.ts';
import { isExamAnalysis } from '../exams/exams.repository.ts';
import { runExam } from '../exams/run-exam.ts';
import { settleSlice } from '../exams/settle-slice.ts';
import { deletePictures } from '../results/blob-keys.ts';
import { endOverdue } from './await-outcome.ts';
import type { EndTools } from './end-analysis.ts';
import { progressWriter } from './progress-writer.ts';
import { analysisFailed, settle } from './settle.ts';
import { withSource } from './shared-source.ts';
import type { StoreTools } from './store-result.ts';
import { watchRun } from './watch-run.ts';

/** What runs an analysis. */
export type RunTools = StoreTools & Pick<AppContext, 'compute' | 'traces'>;

/**
 * The worker's side: takes the analysis, reads the picture, settles what came of it. Throws only where
 * another try makes sense (shutdown, database or store away): the queue then gives the job out again.
 */
export async function runAnalysis(
  job: { id: string; attempt: number },
  stopping: AbortSignal,
  context: RunTools,
): Promise<void> {
  const run = await claim(job, context);
  if (!run) return;
  if (isExamAnalysis(run)) return runExam(run, context);
  const watch = watchRun(run, stopping, context);
  const settled = await read(run, watch.signal, context).finally(watch.stop);
  if (settled && !watch.isLost()) await context.traces.span('store', settled);
}

async function claim(job: { id: string; attempt: number }, context: EndTools): Promise<Run | undefined> {
  const { db, now, config } = context;
  const at = now();
  const timeoutMs = (module: AnalysisId) => config.limits.analysisTimeoutMs ?? manifestOf(module).timeoutMs;
  const run = await claimAnalysis(db, { ...job, runToken: randomUUID(), now: at, timeoutMs });
  if (!run) {
    const row = await findAnalysis(db, job.id);
    if (row && row.attempt === job.attempt && isInFlight(row) && row.deadlineAt <= at)
      await endOverdue(row, context);
    return undefined;
  }
  // An earlier run died: what it had written belongs to no report.
  if (run.previousToken !== null) await deletePictures(run, run.previousToken, context);
  return run;
}

/** Reads the picture and gives what stores the outcome; undefined when the run was taken from us. */
async function read(
  run: Run,
  signal: AbortSignal,
  context: RunTools,
): Promise<(() => Promise<void>) | undefined> {
  const { log } = context;
  try {
    return await withSource(run, context, (path) => readFrom(path, run, signal, context));
  } catch (error) {
    if (signal.reason === 'stopping') throw error;
    if (signal.aborted) return undefined;
    if (isEnvironmental(error)) throw error;
    log.error({ err: loggableError(error), analysis: run.id, module: run.module }, 'an analysis broke down');
    await analysisFailed(run, context);
    return undefined;
  }
}

async function readFrom(
  path: string,
  run: Run,
  signal: AbortSignal,
  context: RunTools,
): Promise<() => Promise<void>> {
  const { config, compute, traces } = context;
  const options = {
    ...(run.frame !== null && { frame: String(run.frame - 1) }),
    ...(run.capture && { acid: run.capture.acid }),
  };
  const { declared } = openExam(run, config.keys) ?? {};
  const task = { module: run.module, path, isSealed: true, options, declared };
  if (run.batch?.kind === 'exam') {
    const display = { ...task, isForDisplay: true };
    const slice = await traces.span('read', () => compute.readForExam(display, { signal }));
    return () => settleSlice(run, slice, context);
  }
  const onProgress = progressWriter(run, context);
  const outcome = await traces.span('read', () => readTimed(task, { signal, onProgress }, context));
  return () => settle(run, outcome, context);
}

/** The stages of the compute thread stand below the present span, also those before a failure. */
async function readTimed(
  task: ReadTask,
  options: NonNullable<Parameters<Compute['read']>[1]>,
  { compute, traces }: Pick<AppContext, 'compute' | 'traces'>,
): Promise<ReadOutcome> {
  if (!traces.isOn) return compute.read(task, options);
  const steps: TimedStep[] = [];
  try {
    return await compute.read(task, { ...options, onTimed: (step) => steps.push(step) });
  } finally {
    traces.add(steps);
  }
}

/** Trouble of the machine, not of the picture. */
function isEnvironmental(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' && ['ENOSPC', 'EMFILE', 'ECONNREFUSED', 'ECONNRESET', 'EIO'].includes(code);
}
