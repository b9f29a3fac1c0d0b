import { examOf } from '@second-read/analyses/stored-reading';
import type { AnalysisId } from '@second-read/core/analysis/manifest';
import { Problem } from '../../../calls/problem.ts';
import type { AppContext } from '../../../context.ts';
import { findReport } from '../../reports/index.ts';

/**
 * That a report is one of an exam of this patient which the caller may read: an exam from another of its
 * series may then be tied to it.
 * @throws Problem `not_found`
 */
export async function requireRereadable(
  id: string,
  of: {
    readonly module: AnalysisId;
    readonly patientId: string;
    readonly organisationId: string;
    readonly userId?: string;
  },
  context: Pick<AppContext, 'db' | 'config'>,
): Promise<void> {
  const { patientId, ...scope } = of;
  const stored = await findReport(context, { id: id.replaceAll('\0', ''), ...scope });
  if (stored && stored.report.patientId === patientId.trim() && examOf(stored.report)) return;
  throw new Problem('not_found', 'The report to be read again is not one of an exam of this patient.');
}
