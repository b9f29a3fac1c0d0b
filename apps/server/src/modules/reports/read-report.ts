import { manifests } from '@second-read/analyses/manifests';
import {
  type ReportReadQuery,
  reportParams,
  reportReadQuery,
  reportReply,
} from '@second-read/contract/reports';
import type { AnalysisId } from '@second-read/core/analysis/manifest';
import type { FastifyRequest } from 'fastify';
import { type App, callerOf, clientOf } from '../../calls/caller.ts';
import { scopeOf } from '../../calls/require-right.ts';
import type { AppContext } from '../../context.ts';
import { recordAudit } from '../audit/index.ts';
import { denyReport } from './deny-report.ts';
import { seenBy } from './hide-results.ts';
import { presentReport } from './present-report.ts';
import { findRereadings } from './priors/rereadings.ts';
import { findReport } from './reports.repository.ts';

/** GET /api/reports/{id}/ for any module, GET /api/{module}/reports/{id}/ for one. */
export function readReport(app: App, context: AppContext): void {
  const schema = { params: reportParams, querystring: reportReadQuery, response: { 200: reportReply } };
  app.get('/api/reports/:id/', { schema: { ...schema, tags: ['reports'] } }, (request) =>
    auditedReport({ id: request.params.id, ...request.query }, request, context),
  );
  for (const { apiPath, id: module } of manifests) {
    app.get(`/api/${apiPath}/reports/:id/`, { schema: { ...schema, tags: [apiPath] } }, (request) =>
      auditedReport({ id: request.params.id, module, ...request.query }, request, context),
    );
  }
}

async function auditedReport(
  { ahead, ...by }: { id: string; module?: AnalysisId } & ReportReadQuery,
  request: FastifyRequest,
  context: AppContext,
) {
  const caller = callerOf(request);
  const id = by.id.replaceAll('\0', '');
  const stored = await findReport(context, { ...by, ...scopeOf(caller), id });
  if (!stored) throw await denyReport(id, request, context);
  const event = { action: 'report.read', by: caller, from: clientOf(request), subjectId: id } as const;
  const { version } = by;
  const details = { ...(ahead && { ahead: true }), ...(version !== undefined && { version }) };
  await recordAudit(context.db, { ...event, ...(Object.keys(details).length > 0 && { details }) }, context);
  const [seen = stored] = await seenBy(caller, [stored], context);
  const reply = presentReport(seen, caller, context);
  const rereadings = reply.exam?.series ? await findRereadings(stored, scopeOf(caller), context) : [];
  return rereadings.length === 0 ? reply : { ...reply, rereadings };
}
