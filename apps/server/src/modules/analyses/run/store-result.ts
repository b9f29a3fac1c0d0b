import { examOf, type StoredReading } from '@second-read/analyses/stored-reading';
import { exists, type SQL, TransactionRollbackError } from 'drizzle-orm';
import { Problem } from '../../../calls/problem.ts';
import type { AppContext } from '../../../context.ts';
import type { reports } from '../../../platform/database/schema.ts';
import { raiseAlarm } from '../../alarms/index.ts';
import { recordAudit } from '../../audit/index.ts';
import { openExam, openPatient, searchedNames } from '../../patients/index.ts';
import { insertReport, reportsOfPatient } from '../../reports/index.ts';
import { enlistReport } from '../../reviews/index.ts';
import { chargeTrial } from '../../trials/index.ts';
import { type AnalysisRow, type Ending, markEnded, type Run } from '../analyses.repository.ts';
import { deletePictures, reportIdOf } from '../results/blob-keys.ts';
import { type EndTools, endAnalysis } from './end-analysis.ts';
import { countOutcome } from './metrics.ts';

/** What stores a result, or ends what has none. */
export type StoreTools = EndTools & Pick<AppContext, 'messengers'>;

type Content = 'wire' | 'readingVersion' | 'images' | 'study' | 'scores' | 'candidates';

export interface Result {
  readonly changes: NonNullable<Ending['changes']>;
  readonly report: Pick<typeof reports.$inferInsert, Content> & { readonly reading: StoredReading };
}

/** Report, charge and audit entry in one transaction: a result is there whole and charged, or not at all. */
export async function storeResult(run: Run, { changes, report }: Result, context: StoreTools): Promise<void> {
  try {
    const ended = await context.db.transaction(async (tx) => {
      const { keys } = context.config;
      const patient = { organisationId: run.organisationId, patientId: openPatient('analyses', run, keys) };
      const { patientGenerated } = run;
      const known = exists(reportsOfPatient(tx, patient, keys)) as SQL<boolean>;
      const patientKnown = patientGenerated ? false : known;
      const ending = { state: 'completed', changes: { ...changes, patientKnown } } as const;
      if (run.charged) await chargeTrial(tx, run);
      const [row] = await markEnded(tx, run, ending, context);
      if (!row) return tx.rollback();
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
    countOutcome(ended, context.now());
  } catch (error) {
    const isTaken = error instanceof TransactionRollbackError;
    if (isTaken || !(await endedBy(error, run, context))) await deletePictures(run, run.runToken, context);
  }
}

/** Ends a run whose result could not be charged; undefined where it had ended before. */
async function endedBy(error: unknown, run: Run, context: StoreTools): Promise<AnalysisRow | undefined> {
  if (!(error instanceof Problem)) throw error;
  const { code: errorCode, message: errorMessage } = error;
  return endAnalysis(run, { state: 'failed', errorCode, errorMessage }, context);
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
