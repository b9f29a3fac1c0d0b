import { catalogue } from '@second-read/analyses/catalogue';
import { codings } from '@second-read/analyses/codings';
import type { ExportRecord } from '@second-read/core/encode/export-record';
import serverPackage from '../../../../package.json' with { type: 'json' };
import type { AppContext } from '../../../context.ts';
import type { StoredReport } from '../reports.repository.ts';
import { exportUid } from './export-uid.ts';
import { storedDocument } from './stored-document.ts';

/** A stored report as every export sees it. */
export function storedRecord(
  stored: StoredReport,
  organisation: string,
  { config }: Pick<AppContext, 'config'>,
): ExportRecord {
  const { report } = stored;
  const { findingTypes, legend } = catalogue[report.module];
  const document = storedDocument(stored);
  return {
    reportId: report.id,
    patientId: report.patientId,
    createdAt: report.createdAt.toISOString(),
    requestedBy: document.header.analysedBy,
    organisation,
    product: { name: config.productName, version: serverPackage.version },
    document,
    coding: codings[report.module],
    findingTypes,
    legend,
    study: report.study,
    uid: exportUid(report.id),
  };
}
