import type { Mark } from '@second-read/contract/paper/marked-document';
import type { ReportReply } from '@second-read/contract/reports';
import type { ReviewReply } from '@second-read/contract/reviews';
import { examOfReading, type StoredExam } from '@second-read/core/exam/stored-exam';
import { anyReading } from '@second-read/core/reading/reading';
import type { ReportDocument } from '@second-read/core/report/document';
import type { Urgency } from '@second-read/core/report/urgency';
import { keyImagesOnPaper } from '@second-read/core/review/key-images/key-image-on-paper';
import { measurementRows } from '@second-read/core/review/measurements/measurement-words';
import { reportDocument, reportUrgency } from '../../api/reports/report-document.ts';

/** Whether a reader has done anything about the report yet. */
export function hasReview({ changes, state }: ReviewReply): boolean {
  return changes.length > 0 || ['signed', 'amended', 'withdrawn'].includes(state);
}

/** The exam as it stands now, or as the machine read it; undefined for a report of a picture. */
export function examOfReview(review: ReviewReply, of: 'current' | 'machine'): StoredExam | undefined {
  return examOfReading(review[of]);
}

/** The report with the engine's reading, or with the review as it stands now. */
function replyOf(reply: ReportReply, review: ReviewReply, of: 'current' | 'machine'): ReportReply {
  const exam = examOfReview(review, of);
  return { ...reply, ...(exam ? { exam } : { reading: anyReading.parse(review[of]) }) };
}

/** The report as the machine alone made it, whatever was signed since; one that was withdrawn says so. */
export function machineDocument({ review: _, ...reply }: ReportReply, review: ReviewReply): ReportDocument {
  const { state, reason } = review;
  const mark = state === 'withdrawn' && { review: { state, version: review.version, reason } };
  return reportDocument({ ...replyOf(reply, review, 'machine'), ...mark });
}

/** The result in brief, of what the document says. */
export function reviewUrgency(reply: ReportReply, review: ReviewReply, of: 'current' | 'machine'): Urgency {
  return reportUrgency(replyOf(reply, review, of));
}

/** The report as the reader has it now: what was decided, and what was written in place of or beside it. */
export function reviewedDocument(reply: ReportReply, review: ReviewReply): ReportDocument {
  return reportDocument({ ...replyOf(reply, review, 'current'), review: markOf(review, reply) });
}

/** As lists mark the version. */
function markOf(review: ReviewReply, reply: ReportReply): Mark {
  const { state, version, signed_by: signer, signed_at: at, verification_code: code } = review;
  const exam = examOfReview(review, 'current');
  const rows = measurementRows(review.measurements, exam);
  const isDraft = state === 'preliminary' || state === 'in_review';
  const last = isDraft ? review.changes.at(-1)?.by.name : undefined;
  return {
    ...{ state, version, written: review.written, reason: review.reason },
    ...(reply.review?.replaced_by !== undefined && { replaced_by: reply.review.replaced_by }),
    ...(signer && { signed_by: signer.full_name || signer.username }),
    ...(rows.length > 0 && { measured: rows }),
    ...(review.key_images.length > 0 && { key_images: keyImagesOf(review, exam) }),
    ...(at && { signed_at: at }),
    ...(code && { verification_code: code }),
    ...(last !== undefined && { draft_by: last }),
  };
}

function keyImagesOf(review: ReviewReply, exam: StoredExam | undefined): NonNullable<Mark['key_images']> {
  const { key_images: chosen, measurements } = review;
  const reading = anyReading.safeParse(review.current).data ?? { findings: [] };
  return keyImagesOnPaper(chosen, { exam, reading, measurements }).map((image, at) => ({
    ...image,
    marks: [...image.marks],
    picture_url: chosen[at]?.picture_url ?? '',
  }));
}

/** Addresses of the pictures of key images, by their roles in the document. */
export function keyImageUrls(chosen: ReviewReply['key_images'] = []): Readonly<Record<string, string>> {
  return Object.fromEntries(chosen.map(({ id, picture_url: url }) => [`key ${id}`, url]));
}
