import type { ReportReply } from '@second-read/contract/reports';
import type { ReviewReply } from '@second-read/contract/reviews';
import { reportDocument, reportUrgency } from '../../../api/reports/report-document.ts';
import {
  examOfReview,
  machineDocument,
  reviewedDocument,
  reviewUrgency,
} from '../../../features/review/reviewed-document.ts';

/** Report and exam as they stand, or as the machine read them. */
export function shownOf(reply: ReportReply, review?: ReviewReply, of: 'machine' | 'current' = 'current') {
  if (review === undefined)
    return { document: reportDocument(reply), exam: reply.exam, urgency: reportUrgency(reply) };
  const document = of === 'machine' ? machineDocument(reply, review) : reviewedDocument(reply, review);
  return { document, exam: examOfReview(review, of), urgency: reviewUrgency(reply, review, of) };
}
