import { catalogue } from '@second-read/analyses/catalogue';
import { codings } from '@second-read/analyses/codings';
import type { ExportRecord, SourceInstance } from '@second-read/core/encode/export-record';
import serverPackage from '../../../../package.json' with { type: 'json' };
import type { AppContext } from '../../../context.ts';
import type { PictureOrigin } from '../../patients/index.ts';
import { findPictureOrigin, type StoredReport } from '../reports.repository.ts';
import { exportUid } from './export-uid.ts';
import { storedDocument } from './stored-document.ts';

/** A stored report as every export sees it. */
export async function storedRecord(
  stored: StoredReport,
  organisation: string,
  context: Pick<AppContext, 'config' | 'db'>,
): Promise<ExportRecord> {
  const { config } = context;
  const { report } = stored;
  const origin = await findPictureOrigin(context, report);
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
    ...(origin && { source: sourceOf(origin, report.study.frame) }),
    uid: uidsOf(report.id, origin),
  };
}

function sourceOf(origin: PictureOrigin, frame: number | undefined): SourceInstance {
  return { ...origin, ...(frame !== undefined && { frame }) };
}

/** UIDs of the report's own instances, in the study that its picture came from where it has one. */
function uidsOf(reportId: string, origin: PictureOrigin | undefined): ExportRecord['uid'] {
  const own = exportUid(reportId);
  return (name) => (name === 'study' && origin ? origin.studyUid : own(name));
}
