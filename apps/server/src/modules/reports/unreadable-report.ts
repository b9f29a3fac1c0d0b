import { readingOf } from '@second-read/analyses/stored-reading';
import type { AppContext } from '../../context.ts';
import { unreadableWords } from '../../platform/log/or-unreadable.ts';
import type { StoredReport } from './stored-report.ts';

export type ListTools = Pick<AppContext, 'db' | 'config' | 'log'>;

type Known = 'id' | 'analysisId' | 'organisationId' | 'userId' | 'module' | 'createdAt' | 'updatedAt';

/** Of the columns of a report those that say nothing of a patient. */
export function unreadable({
  report,
  author,
  batchId,
  isFromPacs,
}: Pick<StoredReport, 'author' | 'batchId' | 'isFromPacs'> & {
  readonly report: Pick<StoredReport['report'], Known>;
}): StoredReport {
  const { id, analysisId, organisationId, userId, module, createdAt, updatedAt } = report;
  const nothing = { wire: {}, reading: readingOf({ module, wire: {} }) };
  return {
    report: {
      ...{ id, analysisId, organisationId, userId, module, createdAt, updatedAt },
      ...{ patientId: unreadableWords.patientId, patientGenerated: false },
      ...{
        ...nothing,
        readingVersion: null,
        conclusion: null,
        images: {},
        scores: {},
        candidates: [],
      },
      study: { width: 0, height: 0, format: '', bitsStored: 0, spacingMm: null, patientId: null },
    },
    exam: undefined,
    author,
    batchId,
    isFromPacs,
    machine: nothing,
    review: undefined,
    isUnreadable: true,
  };
}
