import { moduleOf } from '@second-read/analyses/catalogue';
import { manifestOf } from '@second-read/analyses/manifests';
import { examOf } from '@second-read/analyses/stored-reading';
import type { ExportRecord, SourceInstance, UidName } from '@second-read/core/encode/export-record';
import type { Verification } from '@second-read/core/encode/verification';
import { outlinedClasses } from '@second-read/core/review/reviewed-labels';
import serverPackage from '../../../../package.json' with { type: 'json' };
import type { AppContext } from '../../../context.ts';
import type { PictureOrigin } from '../../patients/index.ts';
import { findPictureOrigin, type StoredReport } from '../reports.repository.ts';
import { markedVersion } from './current-labels.ts';
import { examInstances } from './exam-instances.ts';
import { exportUid } from './export-uid.ts';
import { storedDocument } from './stored-document.ts';
import { storedReading } from './stored-reading.ts';

export interface ExportFor {
  /** Who exports. */
  readonly organisation: string;
  /**
   * `original`: joins the study of the picture where it is known; `new`: a study of its own, as for others.
   */
  readonly uids: 'original' | 'new';
}

/** A stored report as every export sees it. */
export async function storedRecord(
  stored: StoredReport,
  { organisation, uids }: ExportFor,
  context: Pick<AppContext, 'config' | 'db'>,
): Promise<ExportRecord> {
  const { config } = context;
  const { report, exam } = stored;
  const instance = (await findPictureOrigin(context, report)) ?? instanceOfFile(stored);
  const origin = uids === 'original' ? instance : undefined;
  const { findingTypes, legend } = manifestOf(report.module);
  const document = storedDocument(stored);
  const version = markedVersion(stored);
  return {
    reportId: report.id,
    patientId: report.patientId,
    createdAt: report.createdAt.toISOString(),
    requestedBy: document.header.analysedBy,
    organisation,
    product: { name: config.productName, version: serverPackage.version },
    document,
    ...(stored.review && { verification: verificationOf(stored.review) }),
    reading: storedReading(stored),
    coding: codingOf(stored),
    ...(version && { outlinedBy: outlinedClasses(version) }),
    findingTypes,
    legend,
    study: report.study,
    ...(exam?.taken && { exam: exam.taken }),
    ...(origin && { source: sourceOf(origin, report.study.frame) }),
    ...(examOf(report) && { slices: origin ? await examInstances(stored, origin.studyUid, context) : [] }),
    uid: uidsOf(instance && !origin ? `${report.id} elsewhere` : report.id, origin, stored.review),
  };
}

/** With the concepts of the findings of an exam, where it is one. */
function codingOf({ report }: StoredReport): ExportRecord['coding'] {
  const { coding, exam: words } = moduleOf(report.module);
  if (!words || !examOf(report)) return coding;
  const concepts = Object.entries(words.types).map(([type, { concept }]) => [type, concept] as const);
  return { ...coding, findings: { ...coding.findings, ...Object.fromEntries(concepts) } };
}

function sourceOf(origin: PictureOrigin, frame: number | undefined): SourceInstance {
  return { ...origin, ...(frame !== undefined && { frame }) };
}

/**
 * What an uploaded file says it is. Results join its study only for the patient that the file names: a study
 * has one patient, and another ID in it would make an archive take two patients for one.
 */
export function instanceOfFile({ report, exam }: StoredReport): PictureOrigin | undefined {
  return exam?.patientId === report.patientId ? exam.instance : undefined;
}

/**
 * UIDs of the report's own instances (others where they are not in that study: an instance is in one), in the
 * study that its picture came from where it has one.
 */
function uidsOf(
  reportId: string,
  origin: PictureOrigin | undefined,
  review: StoredReport['review'],
): ExportRecord['uid'] {
  const own = exportUid(reportId);
  // Another content is another instance: an archive keeps the first of two with one UID.
  const ofVersion = review ? exportUid(`${reportId} ${review.mark.version}.${review.revision}`) : own;
  return (name) => {
    if (name === 'study' && origin) return origin.studyUid;
    return reviewed.has(name) ? ofVersion(name) : own(name);
  };
}

/** The instances that a review changes; tracking UIDs of findings, series and the picture stay. */
const reviewed: ReadonlySet<UidName> = new Set([
  'report',
  'cad-report',
  'document',
  'capture',
  'segmentation',
]);

/** Who stands behind the version in force. */
export function verificationOf({ mark }: NonNullable<StoredReport['review']>): Verification {
  const { state, version, signed_by: signedBy, signed_at: signedAt } = mark;
  return { state, version, ...(signedBy && { signedBy }), ...(signedAt && { signedAt }) };
}
