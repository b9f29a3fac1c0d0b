import { manifestOf } from '@second-read/analyses/manifests';
import { examOf } from '@second-read/analyses/stored-reading';
import type { ReportReply } from '@second-read/contract/reports';
import type { ReviewMark } from '@second-read/contract/reviews';
import type { AppContext } from '../../context.ts';
import { signLink, type Viewer } from '../media/index.ts';
import type { CurrentVersion } from '../reviews/index.ts';
import type { StoredReport } from './reports.repository.ts';
import { markedRoles, reviewedKeys } from './reviewed-picture.ts';

/**
 * What a reader gets of a stored report: the module's wire fields, links to its pictures under the names of
 * the manifest, and who, when and which. Nothing else of the row leaves the server.
 */
export function presentReport(stored: StoredReport, viewer: Viewer, context: AppContext): ReportReply {
  const { report, author, exam, batchId, review, isHidden } = stored;
  const { width, height, format, bitsStored, spacingMm, frame, frames, slice, slices, instanceNumber } =
    report.study;
  const { examSlices, capture } = report.study;
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
      ...(capture && { capture }),
      ...examFields(exam),
      ...personFields(exam),
    },
    ...(whole && { exam: whole }),
    ...(batchId !== null && !whole && { series_id: batchId }),
    ...(isHidden
      ? { read_first: true as const }
      : { label_map_url: signLink(report.images.labels, viewer, context) }),
    ...(!isHidden && reviewedLinks(stored, viewer, context)),
    ...(review && { review: reviewMark(review, context.now()) }),
  };
}

/** A draft that somebody holds now is in review. */
function reviewMark({ mark, heldUntil }: CurrentVersion, now: Date): ReviewMark {
  const isHeld = mark.state === 'preliminary' && heldUntil !== null && heldUntil > now;
  return isHeld ? { ...mark, state: 'in_review' } : mark;
}

/** When the exam was, where its file said so. */
export function examFields(exam: StoredReport['exam']): { exam_date?: string; exam_time?: string } {
  const { date, time } = exam?.taken ?? {};
  return { ...(date && { exam_date: date }), ...(time && { exam_time: time }) };
}

/** Sex and age, where the site keeps what its files say of them. */
function personFields(exam: StoredReport['exam']): { patient_sex?: 'M' | 'F' | 'O'; patient_age?: string } {
  const { sex, age } = exam?.person ?? {};
  return { ...(sex && { patient_sex: sex }), ...(age && { patient_age: age }) };
}

/** In place of the machine's pictures where a reader changed what is marked; the machine's stay beside. */
function reviewedLinks(stored: StoredReport, viewer: Viewer, context: AppContext) {
  const keyOf = reviewedKeys(stored);
  if (keyOf === null) return {};
  const { report } = stored;
  const machine = imageLinks(report, viewer, context);
  const { imageFields } = manifestOf(report.module);
  const drawn = markedRoles.flatMap((role) => {
    const field = role === 'labels' ? 'label_map_url' : imageFields[role];
    return field && report.images[role] ? [[field, signLink(keyOf(role), viewer, context)]] : [];
  });
  const label_map_url = signLink(report.images.labels, viewer, context);
  return { ...Object.fromEntries(drawn), machine_images: { ...machine, label_map_url } };
}

function imageLinks(
  report: StoredReport['report'],
  viewer: Viewer,
  context: AppContext,
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
