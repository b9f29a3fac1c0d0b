import { manifestOf } from '@second-read/analyses/manifests';
import { documentOf, urgencyOfReport } from '@second-read/analyses/stored-reading';
import { markedDocument } from '@second-read/contract/paper/marked-document';
import { reportHeader } from '@second-read/contract/paper/report-header';
import type { ReportReply } from '@second-read/contract/reports';
import type { ReportDocument } from '@second-read/core/report/document';
import type { Urgency } from '@second-read/core/report/urgency';
import { wireFields } from './reports.ts';

/** The report document of a stored report, of a picture or of an exam, by its module. */
export function reportDocument(reply: ReportReply, options?: { inHistory: boolean }): ReportDocument {
  if (reply.read_first) return hiddenDocument(reply);
  const content = { module: reply.module, wire: wireFields(reply), reading: reply.exam };
  return markedDocument(documentOf(content, reportHeader(reply), options), location.origin, reply.review);
}

/** The same as the history words it. */
export function historyDocument(reply: ReportReply): ReportDocument {
  return reportDocument(reply, { inHistory: true });
}

/** A stored report's result in brief, and its urgency. */
export function reportUrgency(reply: ReportReply): Urgency {
  if (reply.read_first) return { value: 0, level: 'open', words: hiddenWords };
  return urgencyOfReport({ module: reply.module, wire: wireFields(reply), reading: reply.exam });
}

const hiddenWords = 'Hidden until you give your opinion';

/** Who, when and which; the reader gives an opinion before the result is shown. */
function hiddenDocument(reply: ReportReply): ReportDocument {
  const { title, pdfFileName } = manifestOf(reply.module);
  const header = reportHeader(reply);
  return {
    module: reply.module,
    ...(reply.exam && { kind: 'exam' as const }),
    ...{ title, header, findings: [] },
    images: [{ role: 'original', label: 'Original image' }],
    diagnosis: { heading: 'Result', text: `${hiddenWords}, in the details of this report.` },
    disclaimer: 'The result of the machine is not shown yet.',
    notice: 'Research use only. Not for primary diagnosis.',
    fileName: pdfFileName.replace('{patientId}', header.patientId?.trim() || 'N-A'),
  };
}
