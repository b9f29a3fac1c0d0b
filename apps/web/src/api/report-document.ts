import { moduleOf } from '@second-read/analyses/catalogue';
import { urgencyOfReport } from '@second-read/analyses/stored-reading';
import type { ReportReply } from '@second-read/contract/reports';
import type { ReportDocument } from '@second-read/core/report/document';
import type { Urgency } from '@second-read/core/report/urgency';
import { reportHeader, wireFields } from './reports.ts';

/** The report document of a stored report, by its module. */
export function reportDocument(reply: ReportReply): ReportDocument {
  return moduleOf(reply.module).report.toDocument(wireFields(reply), reportHeader(reply));
}

/** The same as the history words it. */
export function historyDocument(reply: ReportReply): ReportDocument {
  const document = reportDocument(reply);
  return moduleOf(reply.module).report.inHistory?.(document) ?? document;
}

/** A stored report's result in brief, and its urgency. */
export function reportUrgency(reply: ReportReply): Urgency {
  return urgencyOfReport({ module: reply.module, wire: wireFields(reply) });
}
