import { moduleIds } from '@second-read/analyses/manifests';
import {
  agreementReply,
  opinionReply,
  opinionRequest,
  readFirstRequest,
} from '@second-read/contract/opinions';
import { reportParams } from '@second-read/contract/reports';
import type { FastifyRequest } from 'fastify';
import { type App, callerOf, clientOf } from '../../../calls/caller.ts';
import { notFound } from '../../../calls/problem.ts';
import { requireRight } from '../../../calls/require-right.ts';
import type { AppContext } from '../../../context.ts';
import { recordAudit } from '../../audit/index.ts';
import {
  chooseReadFirst,
  giveOpinion,
  hiddenResults,
  presentAgreement,
  presentOpinion,
} from '../../reviews/index.ts';
import { denyReport } from '../deny-report.ts';
import { hidable } from '../hide-results.ts';
import { findReport, machineReport, type StoredReport } from '../reports.repository.ts';

const tags = ['reviews'];

/** `/api/reports/{id}/opinion/`, `/api/agreement/` and `/api/read-first/` (decision 033). */
export function opinionRoutes(app: App, context: AppContext): void {
  const shown = { tags, params: reportParams, response: { 200: opinionReply } };
  const summary = 'What the caller and, once they gave an opinion, others and the machine say';
  app.get('/api/reports/:id/opinion/', { schema: { ...shown, summary } }, async (request) => {
    const stored = await subjectOf(request, request.params.id, context);
    const event = { action: 'report.read', by: callerOf(request), from: clientOf(request) } as const;
    const details = { of: 'opinion' };
    await recordAudit(context.db, { ...event, subjectId: stored.report.id, details }, context);
    return answer(request, stored, context);
  });
  const given = {
    ...shown,
    summary: 'Gives an opinion before the result is shown; once',
    body: opinionRequest,
  };
  app.post('/api/reports/:id/opinion/', { schema: given }, async (request) => {
    const stored = await subjectOf(request, request.params.id, context);
    const actor = { caller: callerOf(request), from: clientOf(request) };
    await giveOpinion(machineReport(stored), request.body, actor, context);
    return answer(request, stored, context);
  });
  agreementRoutes(app, context);
}

function agreementRoutes(app: App, context: AppContext): void {
  const shown = { tags, response: { 200: agreementReply } };
  const summary = 'How often readers who read first and the machine agree';
  app.get('/api/agreement/', { schema: { ...shown, summary } }, (request) => {
    requireRight(callerOf(request), 'read');
    return presentAgreement(callerOf(request), context);
  });
  const choosing = { ...shown, summary: 'Whether the caller reads a module first', body: readFirstRequest };
  app.post('/api/read-first/', { schema: choosing }, async (request) => {
    const module = moduleIds.find((id) => id === request.body.module);
    if (module === undefined) throw notFound('Module');
    await chooseReadFirst({ module, isOn: request.body.is_on }, callerOf(request), context);
    return presentAgreement(callerOf(request), context);
  });
}

async function answer(request: FastifyRequest, stored: StoredReport, context: AppContext) {
  const caller = callerOf(request);
  const hidden = await hiddenResults(context.db, caller, [hidable(stored)]);
  return presentOpinion(machineReport(stored), { caller, isHidden: hidden.size > 0 }, context);
}

/** @throws Problem `not_found`; the attempt is on record */
async function subjectOf(request: FastifyRequest, name: string, context: AppContext): Promise<StoredReport> {
  const { organisationId } = callerOf(request);
  const id = name.replaceAll('\0', '');
  const stored = await findReport(context, { id, organisationId });
  if (!stored) throw await denyReport(id, request, context);
  return stored;
}
