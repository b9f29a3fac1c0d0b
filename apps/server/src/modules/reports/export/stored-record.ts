import { moduleOf } from '@second-read/analyses/catalogue';
import { manifestOf } from '@second-read/analyses/manifests';
import { anyReadingOf, examOf } from '@second-read/analyses/stored-reading';
import type { ExportRecord, SourceInstance } from '@second-read/core/encode/export-record';
import type { Verification } from '@second-read/core/encode/verification';
import type { ExamTime } from '@second-read/core/report/exam-time';
import { keyImageName } from '@second-read/core/review/key-images/key-image-on-paper';
import { imageName } from '@second-read/core/review/measurements/measurement-words';
import { outlinedClasses } from '@second-read/core/review/reviewed-labels';
import serverPackage from '../../../../package.json' with { type: 'json' };
import { offsetAt } from '../../../config/site-time-zone.ts';
import type { AppContext } from '../../../context.ts';
import { type UidBasis, uidsFrom } from '../../../platform/compute/forms/export-uid.ts';
import type { PictureOrigin } from '../../patients/index.ts';
import { findPictureOrigin, type StoredReport } from '../reports.repository.ts';
import { markedVersion } from './current-labels.ts';
import { examInstances } from './exam-instances.ts';
import { storedDocument } from './stored-document.ts';

export interface ExportFor {
  /** Who exports. */
  readonly organisation: string;
  /**
   * `original`: joins the study of the picture where it is known; `new`: a study of its own, as for others.
   */
  readonly uids: 'original' | 'new';
}

/** A stored report as every export sees it: data, which a thread can be given. */
export interface ReportRecord {
  readonly record: Omit<ExportRecord, 'uid'>;
  readonly uids: UidBasis;
}

export async function storedRecord(
  stored: StoredReport,
  { organisation, uids }: ExportFor,
  context: Pick<AppContext, 'config' | 'db'>,
): Promise<ReportRecord> {
  const { config } = context;
  const { report, exam } = stored;
  const instance = (await findPictureOrigin(context, report)) ?? instanceOfFile(stored);
  const origin = uids === 'original' ? instance : undefined;
  const { findingTypes, legend } = manifestOf(report.module);
  const document = storedDocument(stored);
  const version = markedVersion(stored);
  const record = {
    reportId: report.id,
    patientId: report.patientId,
    createdAt: report.createdAt.toISOString(),
    requestedBy: document.header.analysedBy,
    organisation,
    product: { name: config.productName, version: serverPackage.version },
    document,
    ...(stored.review && { verification: verificationOf(stored.review) }),
    reading: anyReadingOf(report.reading),
    ...measurementsOf(stored),
    ...keyImagesOf(stored),
    coding: codingOf(stored),
    ...(version && { outlinedBy: outlinedClasses(version) }),
    findingTypes,
    legend,
    study: report.study,
    ...(exam?.taken && { exam: exam.taken }),
    ...keptDetails(exam),
    siteOffset: siteOffsets(report.createdAt, exam?.taken, config.siteTimeZone),
    ...(origin && { source: sourceOf(origin, report.study.frame) }),
    ...(examOf(report) && { slices: origin ? await examInstances(stored, origin.studyUid, context) : [] }),
  };
  return { record, uids: basisOf(ownName(report.id, instance, origin), origin, stored.review) };
}

/**
 * The study that the instances of a report are in.
 * @param instance its image, as archive or file name it
 */
export function studyUidOf(
  reportId: string,
  instance: PictureOrigin | undefined,
  uids: ExportFor['uids'],
): string {
  const origin = uids === 'original' ? instance : undefined;
  return uidsFrom(basisOf(ownName(reportId, instance, origin), origin, undefined))('study');
}

/** Instances that do not join the study of their image have other UIDs than those that do. */
function ownName(id: string, instance: PictureOrigin | undefined, origin: PictureOrigin | undefined): string {
  return instance && !origin ? `${id} elsewhere` : id;
}

function measurementsOf({ report, review }: StoredReport): Pick<ExportRecord, 'measurements'> {
  const { measurements = [] } = review?.content ?? {};
  if (measurements.length === 0) return {};
  const exam = examOf(report);
  return {
    measurements: measurements.map((measurement) => ({
      measurement,
      imageName: imageName(measurement.image, exam),
    })),
  };
}

function keyImagesOf({ report, review }: StoredReport): Pick<ExportRecord, 'keyImages'> {
  const { keyImages = [] } = review?.content ?? {};
  if (keyImages.length === 0) return {};
  const exam = examOf(report);
  return {
    keyImages: keyImages.map((each) => ({
      name: keyImageName(each, exam),
      ...(each.image.cut === undefined && { slice: each.image.slice }),
    })),
  };
}

/** Where the site keeps it. */
function keptDetails(exam: StoredReport['exam']): Pick<ExportRecord, 'kept'> {
  const { person, request } = exam ?? {};
  if (!person && !request) return {};
  const { name: patientName, birthDate: patientBirthDate, sex: patientSex } = person ?? {};
  return { kept: { patientName, patientBirthDate, patientSex, ...request } };
}

function siteOffsets(
  createdAt: Date,
  taken: ExamTime | undefined,
  zone: string | null,
): ExportRecord['siteOffset'] {
  const created = offsetAt(createdAt, zone);
  // That a scanner's clock is the site's is known where the site says what its zone is.
  if (zone === null || taken?.time === undefined) return { created };
  // To the hour that a clock is changed by: near enough to tell summer from winter.
  const at = new Date(`${taken.date}T${taken.time.padEnd(8, ':00').slice(0, 8)}Z`);
  return Number.isNaN(at.getTime()) ? { created } : { created, exam: offsetAt(at, zone) };
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
export function instanceOfFile({
  report,
  exam,
}: {
  readonly report: Pick<StoredReport['report'], 'patientId'>;
  readonly exam: StoredReport['exam'];
}): PictureOrigin | undefined {
  return exam?.patientId === report.patientId ? exam.instance : undefined;
}

function basisOf(own: string, origin: PictureOrigin | undefined, review: StoredReport['review']): UidBasis {
  // Another content is another instance: an archive keeps the first of two with one UID.
  const version = review ? `${own} ${review.mark.version}.${review.revision}` : own;
  return { own, version, ...(origin && { studyUid: origin.studyUid }) };
}

/** Who stands behind the version in force. */
export function verificationOf({ mark }: NonNullable<StoredReport['review']>): Verification {
  const { state, version, signed_by: signedBy, signed_at: signedAt, draft_by: draftBy } = mark;
  const { replaced_by: replacedBy } = mark;
  const signature = { ...(signedBy && { signedBy }), ...(signedAt && { signedAt }) };
  const draft = { ...(draftBy !== undefined && { draftBy }) };
  return { state, version, ...signature, ...draft, ...(replacedBy !== undefined && { replacedBy }) };
}
