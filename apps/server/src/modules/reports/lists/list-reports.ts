import { countedAtMost, type ReportsReply, type reportsQuery } from '@second-read/contract/reports';
import type { AnalysisId } from '@second-read/core/analysis/manifest';
import type { z } from 'zod';
import type { Caller, ClientInfo } from '../../../calls/caller.ts';
import { Problem } from '../../../calls/problem.ts';
import { scopeOf } from '../../../calls/require-right.ts';
import type { AppContext } from '../../../context.ts';
import { recordAudit } from '../../audit/index.ts';
import { seenBy } from '../hide-results.ts';
import { presentList } from '../present-report.ts';
import { findReport } from '../reports.repository.ts';
import type { PagePosition } from './report-search.ts';
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
  from: ClientInfo,
  context: AppContext,
): Promise<ReportsReply> {
  if (query.page * query.page_size > countedAtMost) {
    const message = `Pages are numbered up to ${countedAtMost} reports. Use \`after\` to go on from the last one.`;
    throw new Problem('invalid_request', message);
  }
  const { organisationId, userId } = caller;
  const search = { module, organisationId, patientPart: query.q.replaceAll('\0', '\uFFFD') };
  const { rows, total, isTotal } = await listReports(
    scope === 'mine' ? { ...search, userId } : search,
    { number: query.page, size: query.page_size, after: await placeOf(query.after, caller, context) },
    context,
  );
  const seen = await seenBy(caller, rows, context);
  const details = { module, scope, page: query.page, reports: rows.map(({ report }) => report.id) };
  await recordAudit(context.db, { action: 'reports.listed', by: caller, from, details }, context);
  return {
    count: total,
    has_more: !isTotal,
    page: query.page,
    page_size: query.page_size,
    results: presentList(seen, caller, context),
  };
}

/** Undefined for the start of the list. Throws where the report is not one that the caller may see. */
async function placeOf(
  id: string | undefined,
  caller: Caller,
  context: AppContext,
): Promise<PagePosition | undefined> {
  if (id === undefined) return undefined;
  const found = await findReport(context, { ...scopeOf(caller), id });
  if (!found) throw new Problem('not_found', 'There is no such report.');
  return { id, createdAt: found.report.createdAt };
}
