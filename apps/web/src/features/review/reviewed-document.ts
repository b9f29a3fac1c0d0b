import type { ReportReply } from '@second-read/contract/reports';
import type { ReviewReply } from '@second-read/contract/reviews';
import type { ReportDocument } from '@second-read/core/report/document';
import { sections, sectionWords } from '@second-read/core/review/change';
import { reportDocument } from '../../api/report-document.ts';

/** Whether a reader has done anything about the report yet. */
export function hasReview({ changes, state }: ReviewReply): boolean {
  return changes.length > 0 || state === 'signed' || state === 'amended';
}

/** The report as the reader has it now: what was decided, and what was written in place of or beside it. */
export function reviewedDocument(reply: ReportReply, { wire, written }: ReviewReply): ReportDocument {
  const document = reportDocument({ ...reply, ...wire });
  const { impression } = written;
  const beside = sections.flatMap((section) =>
    section === 'impression' || !written[section] ? [] : [`${sectionWords[section]}: ${written[section]}`],
  );
  const { heading = 'Assessment', comments = [], trace = [], ...others } = document.assessment ?? {};
  return {
    ...document,
    ...(impression && {
      diagnosis: { heading: document.diagnosis?.heading ?? sectionWords.impression, text: impression },
    }),
    ...((document.assessment || beside.length > 0) && {
      assessment: { ...others, heading, comments: [...beside, ...comments], trace },
    }),
  };
}
