import { reports } from '@second-read/analyses/reports';
import type { ReportReply } from '@second-read/contract/reports';
import type { ReportDocument } from '@second-read/core/report/document';
import { reportHeader, wireFields } from './reports.ts';

/** What screen and paper say of a stored report, in the words of its module. */
export function reportDocument(reply: ReportReply): ReportDocument {
  return reports[reply.module].toDocument(wireFields(reply), reportHeader(reply));
}
