import { urgencyOfReport } from '@second-read/analyses/stored-reading';
import { decodeMessages } from '@second-read/core/decode/study';
import type { AppContext } from '../../../context.ts';
import { Problem } from '../../../http/problem.ts';
import type { ReadOutcome } from '../../../platform/compute/compute.ts';
import { recordAudit } from '../../audit/index.ts';
import { openPatient, sealPatient } from '../../patients/index.ts';
import { insertReport, isPatientKnown } from '../../reports/index.ts';
import { chargeTrial } from '../../trials/index.ts';
import { type AnalysisRow, markEnded } from '../analyses.repository.ts';
import { findBatch } from '../batches/batches.repository.ts';
import { deletePictures, reportIdOf } from '../results/blob-keys.ts';
import { storePictures } from '../results/store-pictures.ts';
import { endAnalysis } from './end-analysis.ts';
import { countOutcome } from './metrics.ts';
import type { Run } from './run.ts';
import { topicOf } from './topics.ts';

type Completed = Extract<ReadOutcome, { status: 'completed' }>;

/** Turns what the compute thread said into the end of the analysis. */
export async function settle(run: Run, outcome: ReadOutcome, context: AppContext): Promise<void> {
  if (outcome.status === 'completed') return settleCompleted(run, outcome, context);
  const changes = { timingsMs: outcome.timingsMs };
  if (outcome.status === 'refused') {
    const { message: errorMessage } = outcome;
    await endAnalysis(run, { state: 'refused', errorCode: 'image_refused', errorMessage, changes }, context);
  } else if (Object.hasOwn(decodeMessages, outcome.reason)) {
    const { message: errorMessage } = outcome;
    await endAnalysis(run, { state: 'failed', errorCode: 'invalid_file', errorMessage, changes }, context);
  } else {
    context.log.error({ analysis: run.id, module: run.module, reason: outcome.reason }, 'an analysis failed');
    await analysisFailed(run, context);
  }
}

export async function analysisFailed(
  run: { id: string; runToken?: string },
  context: AppContext,
): Promise<void> {
  const errorMessage = 'The analysis could not be completed. Nothing was charged.';
  await endAnalysis(run, { state: 'failed', errorCode: 'analysis_failed', errorMessage }, context);
}

/** Pictures first, then everything else in one transaction: a result is there whole and charged, or not at all. */
async function settleCompleted(run: Run, outcome: Completed, context: AppContext): Promise<void> {
  const images = await storePictures(run, outcome, context);
  const place = await placeInSeries(run, context);
  try {
    const ended = await context.db.transaction(async (tx) => {
      const { keys } = context.config;
      const patient = { organisationId: run.organisationId, patientId: openPatient('analyses', run, keys) };
      const { patientGenerated } = run;
      const patientKnown = !patientGenerated && (await isPatientKnown(tx, patient, keys));
      const changes = {
        facts: sealedFacts(run, outcome, keys),
        timingsMs: outcome.timingsMs,
        patientKnown,
        urgency: urgencyOfReport({ ...outcome, module: run.module }).value,
      };
      const row = await markEnded(tx, run, { state: 'completed', changes }, context.now());
      if (!row) return undefined;
      if (run.charged) await chargeTrial(tx, run);
      const report = reportOf(run, outcome, context.now());
      const study = { ...report.study, ...place };
      await insertReport(tx, { ...report, study, ...patient, patientGenerated, images }, keys);
      const event = { action: 'report.stored', by: run, from: null, subjectId: reportIdOf(run) } as const;
      await recordAudit(tx, { ...event, details: { charged: run.charged } }, context);
      return row;
    });
    if (ended) await announce(ended, context);
    else await deletePictures(run, run.runToken, context);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const { code: errorCode, message: errorMessage } = error;
    await endAnalysis(run, { state: 'failed', errorCode, errorMessage }, context);
  }
}

/** Which slice of how many it is, where it belongs to a series. */
async function placeInSeries({ batchId, slice, slices }: Run, { db }: AppContext) {
  if (slice === null) return {};
  if (batchId === null) return slices === null ? {} : { slice, slices };
  const batch = await findBatch(db, { id: batchId });
  return batch ? { slice, slices: batch.slices } : {};
}

async function announce(ended: AnalysisRow, { now, signals }: AppContext): Promise<void> {
  countOutcome(ended, now());
  await signals.notify(topicOf(ended.id));
}

function reportOf(run: Run, { wire, study, scores, candidates, reading }: Completed, at: Date) {
  return {
    id: reportIdOf(run),
    analysisId: run.id,
    organisationId: run.organisationId,
    userId: run.userId,
    module: run.module,
    ...withoutNul({ wire, study, scores, candidates, reading: reading ?? null }),
    readingVersion: reading?.version ?? null,
    createdAt: at,
    updatedAt: at,
  };
}

/** The patient ID that the file itself carries is sealed like the one that was typed. */
function sealedFacts(run: Run, { study }: Completed, keys: AppContext['config']['keys']) {
  const { patientId, ...others } = withoutNul(study);
  if (!patientId) return { ...others, patientId: null };
  // Under the key of the row, which names one key for both.
  const ring = keys.filter(({ id }) => id === run.patientKey) as unknown as typeof keys;
  return { ...others, patientId: sealPatient(patientId, { table: 'analyses', id: run.id }, ring).patientId };
}

/** PostgreSQL's jsonb cannot keep the character NUL, which a DICOM text may contain. */
function withoutNul<T>(value: T): T {
  const text = JSON.stringify(value);
  return text.includes('\\u0000') ? JSON.parse(text, dropNul) : value;
}

function dropNul(_key: string, value: unknown): unknown {
  return typeof value === 'string' ? value.replaceAll('\0', '') : value;
}
