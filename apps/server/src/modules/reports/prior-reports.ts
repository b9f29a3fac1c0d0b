import { manifests } from '@second-read/analyses/catalogue';
import { type PriorsReply, priorsReply, reportParams } from '@second-read/contract/reports';
import type { AnalysisId } from '@second-read/core/analysis/manifest';
import type { FastifyRequest } from 'fastify';
import type { AppContext } from '../../context.ts';
import { type App, callerOf, originOf } from '../../http/caller.ts';
import { recordAudit } from '../audit/index.ts';
import { denyReport } from './deny-report.ts';
import { findPriors, findReport } from './reports.repository.ts';

/** Nobody compares with more; the history finds the others. */
const mostPriors = 50;

/** GET /api/{module}/reports/{id}/priors/: what a report can be compared with. */
export function priorReports(app: App, context: AppContext): void {
  for (const { apiPath, id: module } of manifests) {
    const schema = {
      tags: [apiPath],
      summary: `Earlier reports of the same patient, newest first: at most ${mostPriors}`,
      params: reportParams,
      response: { 200: priorsReply },
    };
    app.get(`/api/${apiPath}/reports/:id/priors/`, { schema }, (request) =>
      auditedPriors({ id: request.params.id, module }, request, context),
    );
  }
}

/** The trail names the report that was asked about and each that was listed. */
async function auditedPriors(
  by: { id: string; module: AnalysisId },
  request: FastifyRequest,
  context: AppContext,
): Promise<PriorsReply> {
  const caller = callerOf(request);
  const id = by.id.replaceAll('\0', '');
  const event = { by: caller, from: originOf(request), subjectId: id };
  const stored = await findReport(context, { ...by, id, organisationId: caller.organisationId });
  if (!stored) throw await denyReport(id, request, context);
  const priors = await findPriors(context, stored.report, mostPriors);
  const details = { module: by.module, scope: 'priors', reports: priors.map((prior) => prior.id) };
  await recordAudit(context.db, { action: 'reports.listed', ...event, details }, context);
  return {
    results: priors.map(({ id, createdAt, author }) => ({
      id,
      created_at: createdAt.toISOString(),
      analyzed_by: { full_name: author.fullName, username: author.username },
    })),
  };
}
