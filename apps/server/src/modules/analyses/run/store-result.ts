import { examOf, type StoredReading } from '@second-read/analyses/stored-reading';
import { Problem } from '../../../calls/problem.ts';
import type { AppContext } from '../../../context.ts';
import type { reports } from '../../../platform/database/schema.ts';
import { raiseAlarm } from '../../alarms/index.ts';
import { recordAudit } from '../../audit/index.ts';
import { openExam, openPatient, searchedNames } from '../../patients/index.ts';
import { insertReport, isPatientKnown } from '../../reports/index.ts';
import { enlistReport } from '../../reviews/index.ts';
import { chargeTrial, holdTrial } from '../../trials/index.ts';
import { type AnalysisRow, type Ending, markEnded } from '../analyses.repository.ts';
import { deletePictures, reportIdOf } from '../results/blob-keys.ts';
import { endAnalysis } from './end-analysis.ts';
import { countOutcome } from './metrics.ts';
import type { Run } from './run.ts';
import { topicOf } from './topics.ts';

type Content = 'wire' | 'readingVersion' | 'images' | 'study' | 'scores' | 'candidates';

export interface Result {
  readonly changes: NonNullable<Ending['changes']>;
  readonly report: Pick<typeof reports.$inferInsert, Content> & { readonly reading: StoredReading };
}

/** Report, charge and audit entry in one transaction: a result is there whole and charged, or not at all. */
export async function storeResult(run: Run, { changes, report }: Result, context: AppContext): Promise<void> {
  try {
    const ended = await context.db.transaction(async (tx) => {
      const { keys } = context.config;
      const patient = { organisationId: run.organisationId, patientId: openPatient('analyses', run, keys) };
      const { patientGenerated } = run;
      const patientKnown = !patientGenerated && (await isPatientKnown(tx, patient, keys));
      const ending = { state: 'completed', changes: { ...changes, patientKnown } } as const;
      if (run.charged) await holdTrial(tx, run, context);
      const row = await markEnded(tx, run, ending, context.now());
      if (!row) return undefined;
      if (run.charged) await chargeTrial(tx, run);
      const stored = { ...rowOf(run, context.now()), ...report };
      await insertReport(
        tx,
        { ...stored, ...patient, patientGenerated },
        keys,
        searchedNames(openExam(row, keys)),
      );
      await enlistReport(tx, stored);
      await raiseAlarm(tx, stored, context, isSliceAlone(run, report) ? run.batchId : null);
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

/** One slice of a series that no exam is made of. */
function isSliceAlone({ batchId }: Run, { reading }: Result['report']): boolean {
  return batchId !== null && examOf({ reading }) === undefined;
}

function rowOf(run: Run, at: Date) {
  const { organisationId, userId, module } = run;
  return {
    ...{ id: reportIdOf(run), analysisId: run.id, organisationId, userId, module },
    createdAt: at,
    updatedAt: at,
  };
}

async function announce(
  ended: AnalysisRow,
  { now, signals }: Pick<AppContext, 'now' | 'signals'>,
): Promise<void> {
  countOutcome(ended, now());
  await signals.notify(topicOf(ended.id));
}
