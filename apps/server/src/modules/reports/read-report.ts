import { manifests } from '@second-read/analyses/catalogue';
import { reportParams, reportReply } from '@second-read/contract/reports';
import type { AnalysisId } from '@second-read/core/analysis/manifest';
import type { FastifyRequest } from 'fastify';
import type { AppContext } from '../../context.ts';
import { type App, callerOf, originOf } from '../../http/caller.ts';
import { notFound } from '../../http/problem.ts';
import { recordAudit } from '../audit/index.ts';
import { presentReport } from './present-report.ts';
import { findReport } from './reports.repository.ts';

/** GET /api/reports/{id}/ for any module, GET /api/{module}/reports/{id}/ for one. */
export function readReport(app: App, context: AppContext): void {
  const schema = { params: reportParams, response: { 200: reportReply } };
  app.get('/api/reports/:id/', { schema: { ...schema, tags: ['reports'] } }, (request) =>
    auditedReport({ id: request.params.id }, request, context),
  );
  for (const { apiPath, id: module } of manifests) {
    app.get(`/api/${apiPath}/reports/:id/`, { schema: { ...schema, tags: [apiPath] } }, (request) =>
      auditedReport({ id: request.params.id, module }, request, context),
    );
  }
}

/** Another organisation's report is not found, like one that never was; the attempt is on record. */
async function auditedReport(
  by: { id: string; module?: AnalysisId },
  request: FastifyRequest,
  context: AppContext,
) {
  const caller = callerOf(request);
  const id = by.id.replaceAll('\0', '');
  const stored = await findReport(context, { ...by, id, organisationId: caller.organisationId });
  const event = stored
    ? ({ action: 'report.read', outcome: 'success' } as const)
    : ({ action: 'report.denied', outcome: 'failure' } as const);
  await recordAudit(context.db, { ...event, by: caller, from: originOf(request), subjectId: id }, context);
  if (!stored) throw notFound('Analysis');
  return presentReport(stored, caller, context);
}
