import { urgencyOf } from '@second-read/analyses/stored-reading';
import { decodeMessages } from '@second-read/core/decode/study';
import type { AppContext } from '../../../context.ts';
import type { ReadOutcome } from '../../../platform/compute/compute.ts';
import { sealPatient } from '../../patients/index.ts';
import type { Run } from '../analyses.repository.ts';
import { storePictures } from '../results/store-pictures.ts';
import { withoutNul } from '../results/without-nul.ts';
import { type EndTools, endAnalysis } from './end-analysis.ts';
import { type StoreTools, storeResult } from './store-result.ts';

type Completed = Extract<ReadOutcome, { status: 'completed' }>;

/** Turns what the compute thread said into the end of the analysis. */
export async function settle(run: Run, outcome: ReadOutcome, context: StoreTools): Promise<void> {
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
  context: EndTools,
): Promise<void> {
  const errorMessage = 'The analysis could not be completed. Nothing was charged.';
  await endAnalysis(run, { state: 'failed', errorCode: 'analysis_failed', errorMessage }, context);
}

/** Pictures first, then everything else in one transaction. */
async function settleCompleted(run: Run, outcome: Completed, context: StoreTools): Promise<void> {
  const images = await storePictures(run, outcome, context);
  const place = placeInSeries(run);
  const { wire, scores, candidates, reading } = outcome;
  const study = { ...outcome.study, ...place, ...(run.capture && { capture: run.capture }) };
  await storeResult(
    run,
    {
      changes: {
        facts: sealedFacts(run, outcome, context.config.keys),
        timingsMs: outcome.timingsMs,
        urgency: urgencyOf(reading).value,
      },
      report: {
        ...withoutNul({ wire, study, scores, candidates, reading }),
        readingVersion: reading.version,
        images,
      },
    },
    context,
  );
}

/** Which slice of how many it is, where it belongs to a series. */
function placeInSeries({ batch, slice, slices: stated }: Run) {
  const slices = batch?.slices ?? stated;
  return slice === null || slices === null ? {} : { slice, slices };
}

/** The patient ID that the file itself carries is sealed like the one that was typed. */
function sealedFacts(run: Run, { study }: Completed, keys: AppContext['config']['keys']) {
  const { patientId, ...others } = withoutNul(study);
  if (!patientId) return { ...others, patientId: null };
  // Under the key of the row, which names one key for both.
  const ring = keys.filter(({ id }) => id === run.patientKey) as unknown as typeof keys;
  return { ...others, patientId: sealPatient(patientId, { table: 'analyses', id: run.id }, ring).patientId };
}
