import type { ReportsReply, reportsQuery } from '@second-read/contract/reports';
import type { AnalysisId } from '@second-read/core/analysis/manifest';
import type { z } from 'zod';
import type { AppContext } from '../../context.ts';
import type { Caller, Origin } from '../../http/caller.ts';
import { recordAudit } from '../audit/index.ts';
import { presentReport } from './present-report.ts';
import { listReports } from './search-reports.ts';

export interface ReportList {
  readonly module: AnalysisId;
  readonly scope: 'mine' | 'all';
  readonly query: z.output<typeof reportsQuery>;
}

/** A page of the caller's own reports or of the organisation's; the trail names each report shown. */
export async function pageOfReports(
  { module, scope, query }: ReportList,
  caller: Caller,
  from: Origin,
  context: AppContext,
): Promise<ReportsReply> {
  const { organisationId, userId } = caller;
  const search = { module, organisationId, patientPart: query.q.replaceAll('\0', '\uFFFD') };
  const { rows, total } = await listReports(
    scope === 'mine' ? { ...search, userId } : search,
    { number: query.page, size: query.page_size },
    context,
  );
  const details = { module, scope, page: query.page, reports: rows.map(({ report }) => report.id) };
  await recordAudit(context.db, { action: 'reports.listed', by: caller, from, details }, context);
  return {
    count: total,
    page: query.page,
    page_size: query.page_size,
    results: rows.map((row) => presentReport(row, caller, context)),
  };
}
