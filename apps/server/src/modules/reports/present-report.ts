import { manifestOf } from '@second-read/analyses/manifests';
import { anyReadingOf, examOf } from '@second-read/analyses/stored-reading';
import { type ReportReply, reportReply } from '@second-read/contract/reports';
import type { ReviewMark } from '@second-read/contract/reviews';
import { keyImageOf, keyImagesOnPaper } from '@second-read/core/review/key-images/key-image-on-paper';
import { measurementRows } from '@second-read/core/review/measurements/measurement-words';
import type { AppContext } from '../../context.ts';
import { orUnreadable } from '../../platform/log/or-unreadable.ts';
import { signLink, type Viewer } from '../media/index.ts';
import { type CurrentVersion, keyPictureKey } from '../reviews/index.ts';
import type { StoredReport } from './reports.repository.ts';
import { keyImage, markedRoles, reviewedKeys } from './reviewed-picture.ts';
import { unreadable } from './unreadable-report.ts';

type PresentTools = Pick<AppContext, 'config' | 'log' | 'now'>;

/**
 * What a reader gets of a stored report: the module's wire fields, links to its pictures under the names of
 * the manifest, and who, when and which. Nothing else of the row leaves the server.
 */
export function presentReport(stored: StoredReport, viewer: Viewer, context: PresentTools): ReportReply {
  const { report, author, exam, batchId, review, isHidden, isUnreadable } = stored;
  const { labels } = report.images;
  const { width, height, format, bitsStored, spacingMm, frame, frames, slice, slices, instanceNumber } =
    report.study;
  const { examSlices, capture, directions } = report.study;
  const whole = examOf(report);
  return {
    ...report.wire,
    ...imageLinks(report, viewer, context),
    id: report.id,
    module: report.module,
    patient_id: report.patientId,
    ...(report.patientGenerated && { patient_id_generated: true }),
    created_at: report.createdAt.toISOString(),
    updated_at: report.updatedAt.toISOString(),
    analyzed_by: { full_name: author.fullName, username: author.username },
    study: {
      ...{ width, height, format, bits_stored: bitsStored, spacing_mm: spacingMm },
      ...(frames !== undefined && { frame, frames }),
      ...(slices !== undefined && { slice, slices }),
      ...(instanceNumber !== undefined && { instance_number: instanceNumber }),
      ...(examSlices !== undefined && { exam_slices: examSlices }),
      ...(directions && { directions: { row: [...directions.row], column: [...directions.column] } }),
      ...(capture && { capture }),
      ...examFields(exam),
      ...personFields(exam),
    },
    ...(whole ? { exam: whole } : !isHidden && !isUnreadable && { reading: anyReadingOf(report.reading) }),
    ...(batchId !== null && !whole && { series_id: batchId }),
    ...(isUnreadable && { unreadable: true as const }),
    ...(isHidden && { read_first: true as const }),
    ...(labels !== undefined && { label_map_url: signLink(labels, viewer, context) }),
    ...(!isHidden && reviewedLinks(stored, viewer, context)),
    ...(review && { review: reviewMark(report, review, viewer, context) }),
  };
}

/** Of each what `presentReport` makes of it; in place of one that fails that it is there. */
export function presentList(
  rows: readonly StoredReport[],
  viewer: Viewer,
  context: PresentTools,
): ReportReply[] {
  return rows.map((row) =>
    orUnreadable(
      row.report.id,
      context.log,
      () => parsed(presentReport(row, viewer, context)),
      () => ({ ...presentReport(unreadable(row), viewer, context), unreadable: true as const }),
    ),
  );
}

const withoutExam = reportReply.omit({ exam: true });

/**
 * The reply is checked as a whole: one report that is not of its form would fail all. Its exam was parsed.
 */
function parsed(reply: ReportReply): ReportReply {
  withoutExam.parse(reply);
  return reply;
}

/** A draft that a reader holds now is in review. */
function reviewMark(
  report: StoredReport['report'],
  { mark, heldUntil, content }: CurrentVersion,
  viewer: Viewer,
  context: PresentTools,
): ReviewMark {
  const exam = examOf(report);
  const isHeld = mark.state === 'preliminary' && heldUntil !== null && heldUntil > context.now();
  const { written, reading, measurements = [], keyImages = [] } = content;
  const chosen = keyImagesOnPaper(keyImages, { exam, reading, measurements });
  return {
    ...mark,
    ...(isHeld && { state: 'in_review' as const }),
    ...(Object.keys(written).length > 0 && { written }),
    ...(measurements.length > 0 && { measured: measurementRows(measurements, exam) }),
    ...(chosen.length > 0 && {
      key_images: chosen.map((image) => ({
        ...image,
        picture_url: signLink(keyPictureKey(report, keyImageOf(image)), viewer, context),
      })),
    }),
  };
}

/** When the exam was, where its file said so. */
export function examFields(exam: StoredReport['exam']): { exam_date?: string; exam_time?: string } {
  const { date, time } = exam?.taken ?? {};
  return { ...(date && { exam_date: date }), ...(time && { exam_time: time }) };
}

/** Patient and request, where the site keeps what its files say of them. */
export function personFields(exam: StoredReport['exam']): Pick<ReportReply['study'], PersonField> {
  const { name, birthDate, sex, age } = exam?.person ?? {};
  const { accessionNumber, referringPhysician, studyDescription } = exam?.request ?? {};
  return {
    ...(name && { patient_name: name }),
    ...(birthDate && { patient_birth_date: birthDate }),
    ...(sex && { patient_sex: sex }),
    ...(age && { patient_age: age }),
    ...(accessionNumber && { accession_number: accessionNumber }),
    ...(referringPhysician && { referring_physician: referringPhysician }),
    ...(studyDescription && { study_description: studyDescription }),
  };
}

type PersonField =
  | 'patient_name'
  | 'patient_birth_date'
  | 'patient_sex'
  | 'patient_age'
  | 'accession_number'
  | 'referring_physician'
  | 'study_description';

/**
 * In place of the machine's pictures where a reader changed what is marked, or which slice an exam shows
 * first; the machine's stay beside.
 */
function reviewedLinks(stored: StoredReport, viewer: Viewer, context: PresentTools) {
  const [keyOf, key] = [reviewedKeys(stored), keyImage(stored)];
  if (keyOf === null && key === null) return {};
  const { report } = stored;
  const machine = imageLinks(report, viewer, context);
  const { imageFields } = manifestOf(report.module);
  const drawn = markedRoles.flatMap((role) => {
    const field = role === 'labels' ? 'label_map_url' : imageFields[role];
    return field && keyOf && report.images[role] ? [[field, signLink(keyOf(role), viewer, context)]] : [];
  });
  const first = imageFields.original;
  if (first && key !== null) drawn.push([first, signLink(key, viewer, context)]);
  const { labels } = report.images;
  const map = labels === undefined ? {} : { label_map_url: signLink(labels, viewer, context) };
  return { ...Object.fromEntries(drawn), machine_images: { ...machine, ...map } };
}

function imageLinks(
  report: StoredReport['report'],
  viewer: Viewer,
  context: PresentTools,
): Record<string, string> {
  const { imageFields } = manifestOf(report.module);
  const links: Record<string, string> = {};
  for (const role of ['original', 'segmented', 'overlay', 'figure'] as const) {
    const field = imageFields[role];
    const key = report.images[role];
    if (field && key) links[field] = signLink(key, viewer, context);
  }
  return links;
}
