import { moduleOf } from '@second-read/analyses/catalogue';
import type { ReportReply } from '@second-read/contract/reports';
import type { ReviewReply } from '@second-read/contract/reviews';
import { examOfReading, type StoredExam } from '@second-read/core/exam/stored-exam';
import { anyReading } from '@second-read/core/reading/reading';
import type { ReportDocument } from '@second-read/core/report/document';
import type { Urgency } from '@second-read/core/report/urgency';
import { sections, sectionWords } from '@second-read/core/review/change';
import { reportDocument, reportUrgency } from '../../api/reports/report-document.ts';

/** Whether a reader has done anything about the report yet. */
export function hasReview({ changes, state }: ReviewReply): boolean {
  return changes.length > 0 || ['signed', 'amended', 'withdrawn'].includes(state);
}

/** The exam as it stands now, or as the machine read it; undefined for a report of a picture. */
export function examOfReview(
  { current, machine }: ReviewReply,
  of: 'current' | 'machine',
): StoredExam | undefined {
  return examOfReading(of === 'machine' ? machine : current);
}

/** The report with the content of the machine's reading, or of the review as it stands now. */
function replyOf(reply: ReportReply, review: ReviewReply, of: 'current' | 'machine'): ReportReply {
  const exam = examOfReview(review, of);
  if (of === 'current') return { ...reply, ...review.wire, ...(exam && { exam }) };
  if (exam) return { ...reply, exam };
  return { ...reply, ...moduleOf(reply.module).report.toWire(anyReading.parse(review.machine)) };
}

/** The report as the machine alone made it, whatever was signed since. */
export function machineDocument(reply: ReportReply, review: ReviewReply): ReportDocument {
  return reportDocument(replyOf(reply, review, 'machine'));
}

/** The result in brief, of what the document says. */
export function reviewUrgency(reply: ReportReply, review: ReviewReply, of: 'current' | 'machine'): Urgency {
  return reportUrgency(replyOf(reply, review, of));
}

/** "VERIFIED: version 2, Ada Reader, 2026-11-23 10:04 UTC. Check at …/verify/XXXX" */
function verificationOf(review: ReviewReply): string | undefined {
  const { state, version, signed_by: signer, signed_at: at, verification_code: code } = review;
  if (state === 'withdrawn') return `WITHDRAWN: ${review.reason ?? 'entered in error'}`;
  if ((state !== 'signed' && state !== 'amended') || !signer || !at) return undefined;
  const when = `${at.slice(0, 16).replace('T', ' ')} UTC`;
  const check = code ? ` Check at ${location.origin}/verify/${code}` : '';
  const word = state === 'amended' ? 'VERIFIED, AMENDED' : 'VERIFIED';
  return `${word}: version ${version}, ${signer.full_name || signer.username}, ${when}.${check}`;
}

/** The report as the reader has it now: what was decided, and what was written in place of or beside it. */
export function reviewedDocument(reply: ReportReply, review: ReviewReply): ReportDocument {
  const { written } = review;
  const verification = verificationOf(review);
  const document = reportDocument(replyOf(reply, review, 'current'));
  const { impression } = written;
  const beside = sections.flatMap((section) =>
    section === 'impression' || !written[section] ? [] : [`${sectionWords[section]}: ${written[section]}`],
  );
  const { heading = 'Assessment', comments = [], trace = [], ...others } = document.assessment ?? {};
  return {
    ...document,
    ...(verification && { verification }),
    ...(impression && {
      diagnosis: { heading: document.diagnosis?.heading ?? sectionWords.impression, text: impression },
    }),
    ...((document.assessment || beside.length > 0) && {
      assessment: { ...others, heading, comments: [...beside, ...comments], trace },
    }),
  };
}
