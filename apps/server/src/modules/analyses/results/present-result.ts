import type { ProcessReply } from '@second-read/contract/analyses';
import { type ErrorCode, errorStatus } from '@second-read/contract/errors';
import type { Caller } from '../../../calls/caller.ts';
import { Problem } from '../../../calls/problem.ts';
import type { AppContext } from '../../../context.ts';
import { openField } from '../../patients/index.ts';
import { findReport, presentReport, seenBy } from '../../reports/index.ts';
import type { AnalysisRow } from '../analyses.repository.ts';
import { reportIdOf } from './blob-keys.ts';

/** The report of a completed analysis and two facts about the call; throws how any other one ended. */
export async function presentResult(
  row: AnalysisRow,
  viewer: Caller,
  context: Pick<AppContext, 'config' | 'db' | 'log' | 'now'>,
): Promise<ProcessReply> {
  if (row.state !== 'completed') {
    throw new Problem(errorCodeOf(row), row.errorMessage ?? 'The analysis could not be completed.');
  }
  const { organisationId } = viewer;
  const stored = await findReport(context, { organisationId, id: reportIdOf(row) });
  if (!stored) throw new Error('a completed analysis has no report');
  const [seen = stored] = await seenBy(viewer, [stored], context);
  const sealed = row.facts?.patientId;
  const dicomPatientId = sealed && openField('analyses', row, sealed, context.config.keys);
  return {
    ...presentReport(seen, viewer, context),
    patient_known: row.patientKnown ?? false,
    ...(dicomPatientId ? { dicom_patient_id: dicomPatientId } : {}),
  };
}

function errorCodeOf({ errorCode }: AnalysisRow): ErrorCode {
  return errorCode !== null && isErrorCode(errorCode) ? errorCode : 'analysis_failed';
}

function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(errorStatus, code);
}
