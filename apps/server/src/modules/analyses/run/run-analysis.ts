import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { manifestOf } from '@second-read/analyses/manifests';
import type { AnalysisId } from '@second-read/core/analysis/manifest';
import type { AppContext } from '../../../context.ts';
import type { Compute, ReadOutcome, ReadTask, TimedStep } from '../../../platform/compute/compute.ts';
import { loggableError } from '../../../platform/log/loggable-error.ts';
import { writeSealed } from '../../../platform/spool/sealed-file.ts';
import { openSpoolFolder } from '../../../platform/spool/spool-folder.ts';
import { spoolKey } from '../../../platform/spool/spool-key.ts';
import { openExam } from '../../patients/index.ts';
import { claimAnalysis, findAnalysis, isInFlight, type Run } from '../analyses.repository.ts';
import { isExamAnalysis } from '../exams/exams.repository.ts';
import { runExam } from '../exams/run-exam.ts';
import { settleSlice } from '../exams/settle-slice.ts';
import { deletePictures } from '../results/blob-keys.ts';
import { endOverdue } from './await-outcome.ts';
import { progressWriter } from './progress-writer.ts';
import { analysisFailed, settle } from './settle.ts';
import { watchRun } from './watch-run.ts';

/**
 * The worker's side: takes the analysis, reads the picture, settles what came of it. Throws only where
 * another try makes sense (shutdown, database or store away): the queue then gives the job out again.
 */
export async function runAnalysis(
  job: { id: string; attempt: number },
  stopping: AbortSignal,
  context: AppContext,
): Promise<void> {
  const run = await claim(job, context);
  if (!run) return;
  if (isExamAnalysis(run)) return runExam(run, context);
  const watch = watchRun(run, stopping, context);
  const settled = await read(run, watch.signal, context).finally(watch.stop);
  if (settled && !watch.isLost()) await context.traces.span('store', settled);
}

async function claim(job: { id: string; attempt: number }, context: AppContext): Promise<Run | undefined> {
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
  context: AppContext,
): Promise<(() => Promise<void>) | undefined> {
  const { config, log, traces } = context;
  const folder = openSpoolFolder(config.uploadDir);
  const report = progressWriter(run, context);
  try {
    const path = join(folder.path, 'source');
    await traces.span('fetch upload', () => fetchSource(run, path, context));
    const options = {
      ...(run.frame !== null && { frame: String(run.frame - 1) }),
      ...(run.capture && { acid: run.capture.acid }),
    };
    const { declared } = openExam(run, config.keys) ?? {};
    const task = { module: run.module, path, isSealed: true, options, declared };
    if (run.batch?.kind === 'exam') {
      const slice = await traces.span('read', () =>
        context.compute.readForExam({ ...task, isForDisplay: true }, { signal }),
      );
      return () => settleSlice(run, slice, context);
    }
    const outcome = await traces.span('read', () => readTimed(task, { signal, onProgress: report }, context));
    return () => settle(run, outcome, context);
  } catch (error) {
    if (signal.reason === 'stopping') throw error;
    if (signal.aborted) return undefined;
    if (isEnvironmental(error)) throw error;
    log.error({ err: loggableError(error), analysis: run.id, module: run.module }, 'an analysis broke down');
    await analysisFailed(run, context);
    return undefined;
  } finally {
    await folder.discard();
  }
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

async function fetchSource(run: Run, path: string, { blobs }: Pick<AppContext, 'blobs'>): Promise<void> {
  const blob = run.sourceKey === null ? undefined : await blobs.open(run.sourceKey);
  if (!blob) throw new Error('the upload of an analysis is missing');
  await writeSealed(path, blob.stream, spoolKey());
}

/** Trouble of the machine, not of the picture. */
function isEnvironmental(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' && ['ENOSPC', 'EMFILE', 'ECONNREFUSED', 'ECONNRESET', 'EIO'].includes(code);
}
