import { reports } from '@second-read/analyses/reports';
import type { ReportReply } from '@second-read/contract/reports';
import type { ReportDocument } from '@second-read/core/report/document';
import type { Urgency } from '@second-read/core/report/urgency';
import { reportHeader, wireFields } from './reports.ts';

/** What screen and paper say of a stored report, in the words of its module. */
export function reportDocument(reply: ReportReply): ReportDocument {
  return reports[reply.module].toDocument(wireFields(reply), reportHeader(reply));
}

/** What a stored report found, in a few words, and how soon it wants to be looked at. */
export function reportUrgency(reply: ReportReply): Urgency {
  return reports[reply.module].urgencyOf(wireFields(reply));
}
