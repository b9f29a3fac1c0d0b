import { manifests } from '@second-read/analyses/manifests';
import { type PriorsReply, priorsReply, reportParams } from '@second-read/contract/reports';
import type { AnalysisId } from '@second-read/core/analysis/manifest';
import { examOrder } from '@second-read/core/report/exam-time';
import type { FastifyRequest } from 'fastify';
import { type App, callerOf, clientOf } from '../../../calls/caller.ts';
import { scopeOf } from '../../../calls/require-right.ts';
import type { AppContext } from '../../../context.ts';
import { recordAudit } from '../../audit/index.ts';
import { denyReport } from '../deny-report.ts';
import { examFields } from '../present-report.ts';
import {
  findOthersOfPatient,
  findReport,
  type ReportLine,
  type StoredReport,
} from '../reports.repository.ts';

/** Nobody compares with more; the history finds the others. */
const maxPriors = 50;
/**
 * Of so many reports of a patient the earlier ones are looked for: when an exam was is sealed, each is
 * opened.
 */
const maxLookedAt = 2_000;

/** GET /api/{module}/reports/{id}/priors/: what a report can be compared with. */
export function priorReports(app: App, context: AppContext): void {
  for (const { apiPath, id: module } of manifests) {
    const schema = {
      tags: [apiPath],
      summary: `Reports of earlier exams of the same patient, newest first: at most ${maxPriors}; ordered by exam date, by date of analysis where it is unknown`,
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
  const event = { by: caller, from: clientOf(request), subjectId: id };
  const scope = scopeOf(caller);
  const stored = await findReport(context, { ...by, ...scope, id });
  if (!stored) throw await denyReport(id, request, context);
  const others = await findOthersOfPatient(context, stored.report, {
    limit: maxLookedAt,
    by: scope.userId,
  });
  const priors = earlierThan(stored, others).slice(0, maxPriors);
  const details = { module: by.module, scope: 'priors', reports: priors.map((prior) => prior.id) };
  await recordAudit(context.db, { action: 'reports.listed', ...event, details }, context);
  return {
    results: priors.map(({ id, createdAt, author, exam }) => ({
      id,
      created_at: createdAt.toISOString(),
      ...examFields(exam),
      analyzed_by: { full_name: author.fullName, username: author.username },
    })),
  };
}

/**
 * Reports of exams that were made before this one, the newest first; two of one exam as they were analyzed.
 */
function earlierThan({ report, exam }: StoredReport, others: readonly ReportLine[]): ReportLine[] {
  const own = placeOf({ ...report, exam });
  return others
    .map((each) => ({ each, place: placeOf(each) }))
    .filter(({ place }) => place < own)
    .toSorted((a, b) => (a.place < b.place ? 1 : -1))
    .map(({ each }) => each);
}

function placeOf({ id, createdAt, exam }: ReportLine | Omit<ReportLine, 'author'>): string {
  return `${examOrder(exam?.taken, createdAt.toISOString())} ${id}`;
}
