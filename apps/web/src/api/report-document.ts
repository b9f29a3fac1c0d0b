import { moduleOf } from '@second-read/analyses/catalogue';
import { documentOf, urgencyOfReport } from '@second-read/analyses/stored-reading';
import type { ReportReply } from '@second-read/contract/reports';
import type { ReportDocument } from '@second-read/core/report/document';
import type { Urgency } from '@second-read/core/report/urgency';
import { reportHeader, wireFields } from './reports.ts';

/** The report document of a stored report, of a picture or of an exam, by its module. */
export function reportDocument(reply: ReportReply): ReportDocument {
  const content = { module: reply.module, wire: wireFields(reply), reading: reply.exam };
  return documentOf(content, reportHeader(reply));
}

/** The same as the history words it. */
export function historyDocument(reply: ReportReply): ReportDocument {
  const document = reportDocument(reply);
  if (document.kind === 'exam') return document;
  return moduleOf(reply.module).report.inHistory?.(document) ?? document;
}

/** A stored report's result in brief, and its urgency. */
export function reportUrgency(reply: ReportReply): Urgency {
  return urgencyOfReport({ module: reply.module, wire: wireFields(reply), reading: reply.exam });
}
