import { moduleOf } from '@second-read/analyses/catalogue';
import type { ReportReply } from '@second-read/contract/reports';
import type { ReportDocument } from '@second-read/core/report/document';
import type { Urgency } from '@second-read/core/report/urgency';
import { reportHeader, wireFields } from './reports.ts';

/** What screen and paper say of a stored report, in the words of its module. */
export function reportDocument(reply: ReportReply): ReportDocument {
  return moduleOf(reply.module).report.toDocument(wireFields(reply), reportHeader(reply));
}

/** The same as the history words it. */
export function historyDocument(reply: ReportReply): ReportDocument {
  const document = reportDocument(reply);
  return moduleOf(reply.module).report.inHistory?.(document) ?? document;
}

/** What a stored report found, in a few words, and how soon it wants to be looked at. */
export function reportUrgency(reply: ReportReply): Urgency {
  return moduleOf(reply.module).report.urgencyOf(wireFields(reply));
}
