import { manifestOf } from '@second-read/analyses/manifests';
import { documentOf, readingOf, type StoredReading, urgencyOf } from '@second-read/analyses/stored-reading';
import { markedDocument } from '@second-read/contract/paper/marked-document';
import { reportHeader } from '@second-read/contract/paper/report-header';
import type { ReportReply } from '@second-read/contract/reports';
import type { WireFields } from '@second-read/core/analysis/report-module';
import type { ReportDocument } from '@second-read/core/report/document';
import type { Urgency } from '@second-read/core/report/urgency';
import { reportImages } from './reports.ts';

/** The reading of a reply; of another server's, what its specified fields tell. */
function readingOfReply(reply: ReportReply): StoredReading {
  const { module, exam, reading } = reply;
  // The reply came from JSON, so every value of it is a wire value.
  return exam ?? readingOf({ module, wire: reply as WireFields, reading });
}

/** The report document of a stored report, of an image or of an exam, by its module. */
export function reportDocument(reply: ReportReply, { inHistory = false } = {}): ReportDocument {
  if (reply.read_first) return hiddenDocument(reply);
  const hasFigure = reportImages(manifestOf(reply.module), reply).figure !== undefined;
  const document = documentOf(readingOfReply(reply), reportHeader(reply), { inHistory, hasFigure });
  return markedDocument(document, location.origin, reply.review);
}

/** The same as the history words it. */
export function historyDocument(reply: ReportReply): ReportDocument {
  return reportDocument(reply, { inHistory: true });
}

/** A stored report's result in brief, and its urgency. */
export function reportUrgency(reply: ReportReply): Urgency {
  if (reply.read_first) return { value: 0, level: 'open', words: hiddenWords };
  return urgencyOf(readingOfReply(reply));
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
    disclaimer: 'The AI result is not shown yet.',
    notice: 'Research use only. Not for primary diagnosis.',
    fileName: pdfFileName.replace('{patientId}', header.patientId?.trim() || 'N-A'),
  };
}
