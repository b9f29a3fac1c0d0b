import { documentOf } from '@second-read/analyses/stored-reading';
import type { ReportDocument } from '@second-read/core/report/document';
import { partOf } from '@second-read/core/report/part-of';
import { withWritten } from '@second-read/core/review/reviewed-document';
import type { StoredReport } from '../reports.repository.ts';

/** What screen and paper say of a stored report, with who, when and which. */
export function storedDocument({ report, author, exam, review }: StoredReport): ReportDocument {
  const part = partOf(report.study);
  const document = documentOf(report.reading, {
    reportId: report.id,
    patientId: report.patientId,
    createdAt: report.createdAt.toISOString(),
    analysedBy: author.fullName || author.username || null,
    ...(exam?.taken && { exam: exam.taken }),
    ...(part !== undefined && { part }),
  });
  return review ? withWritten(document, review.content.written) : document;
}
