import { reportParams } from '@second-read/contract/reports';
import {
  amendRequest,
  changesRequest,
  ifMatch,
  reviewReply,
  signRequest,
  versionParams,
  versionsReply,
  withdrawRequest,
} from '@second-read/contract/reviews';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { type App, callerOf, clientOf } from '../../../calls/caller.ts';
import { entityTagOf } from '../../../calls/if-match.ts';
import { notFound, Problem } from '../../../calls/problem.ts';
import { scopeOf } from '../../../calls/require-right.ts';
import type { AppContext } from '../../../context.ts';
import { recordAudit } from '../../audit/index.ts';
import {
  type Actor,
  amendReport,
  changeReview,
  type MachineReport,
  presentReview,
  presentVersions,
  releaseReview,
  signReview,
  startReview,
  undoSignature,
  type VersionContent,
  withdrawReport,
} from '../../reviews/index.ts';
import { denyReport } from '../deny-report.ts';
import { requireSeen } from '../hide-results.ts';
import { findReport, machineReport } from '../reports.repository.ts';

/** An outline of 10,000 vertices takes about 400 kB. */
const changesBytes = 1024 * 1024;

const shown = { tags: ['reviews'], params: reportParams, response: { 200: reviewReply } };

/** The review of a report, `/api/reports/{id}/reviews/…`: hold, change, release (decision 028). */
export function reviewRoutes(app: App, context: AppContext): void {
  app.post(
    '/api/reports/:id/reviews/',
    { schema: { ...shown, summary: 'Begins or resumes the review: the caller holds the report' } },
    (request, reply) =>
      answer(request, reply, context, (report, actor) => done(startReview(report, actor, context))),
  );
  app.get(
    '/api/reports/:id/reviews/current/',
    { schema: { ...shown, summary: 'The version being written, or the one in force' } },
    (request, reply) => answer(request, reply, context, noteReading(context)),
  );
  const changing = {
    ...shown,
    summary: 'Makes changes; all or none are kept',
    headers: ifMatch,
    body: changesRequest,
  };
  app.patch(
    '/api/reports/:id/reviews/current/',
    { schema: changing, bodyLimit: changesBytes },
    (request, reply) =>
      answer(request, reply, context, (report, actor) => {
        const wanted = { changes: request.body.changes, ifMatch: entityTagOf(request) };
        return changeReview(report, wanted, actor, context);
      }),
  );
  app.delete(
    '/api/reports/:id/reviews/current/',
    {
      schema: {
        tags: ['reviews'],
        summary: 'Releases the report; its changes stay',
        params: reportParams,
        response: { 204: z.null() },
      },
    },
    async (request, reply) => {
      const { report, actor } = await subjectOf(request, context);
      await releaseReview(report, actor, context);
      return reply.code(204).send(null);
    },
  );
}

/** `/api/reports/{id}/sign/`, `amendments/`, `withdraw/` and `versions/`. */
export function versionRoutes(app: App, context: AppContext): void {
  app.post(
    '/api/reports/:id/sign/',
    { schema: { ...shown, summary: 'Signs the version being written', headers: ifMatch, body: signRequest } },
    (request, reply) =>
      answer(request, reply, context, (report, actor) => {
        const { reason, accept_remaining: acceptsRemaining = false } = request.body;
        const wanted = { reason, acceptsRemaining, ifMatch: entityTagOf(request) };
        return done(signReview(report, wanted, actor, context));
      }),
  );
  app.delete(
    '/api/reports/:id/sign/',
    { schema: { ...shown, summary: 'Takes back the signature just given; the review goes on' } },
    (request, reply) =>
      answer(request, reply, context, (report, actor) => done(undoSignature(report, actor, context))),
  );
  app.post(
    '/api/reports/:id/amendments/',
    { schema: { ...shown, summary: 'Begins the next version of a signed report', body: amendRequest } },
    (request, reply) =>
      answer(request, reply, context, (report, actor) =>
        done(amendReport(report, request.body.reason, actor, context)),
      ),
  );
  app.post(
    '/api/reports/:id/withdraw/',
    { schema: { ...shown, summary: 'Withdraws a report, with the reason', body: withdrawRequest } },
    (request, reply) =>
      answer(request, reply, context, (report, actor) =>
        done(withdrawReport(report, request.body.reason, actor, context)),
      ),
  );
  app.get(
    '/api/reports/:id/versions/',
    {
      schema: {
        tags: ['reviews'],
        summary: 'The versions of a report, the newest first',
        params: reportParams,
        response: { 200: versionsReply },
      },
    },
    async (request) => {
      const { report, actor } = await subjectOf(request, context);
      await noteReading(context)(report, actor);
      return presentVersions(report, context);
    },
  );
  const ofVersion = { ...shown, params: versionParams, summary: 'One version as it was signed' };
  app.get('/api/reports/:id/versions/:version/', { schema: ofVersion }, (request, reply) =>
    answer(request, reply, context, noteReading(context), request.params.version),
  );
}

/** Gives the content of what it wrote, where it computed it. */
type Act = (report: MachineReport, actor: Actor) => Promise<VersionContent | undefined>;

async function done(work: Promise<void>): Promise<undefined> {
  await work;
  return undefined;
}

type OfReport = FastifyRequest<{ Params: { id: string } }>;

/** Does it, then answers with the review as the caller now sees it; a conflict carries the same. */
async function answer(
  request: FastifyRequest,
  reply: FastifyReply,
  context: AppContext,
  act: Act,
  version?: number,
) {
  const { report, actor } = await subjectOf(request, context);
  const present = (content?: VersionContent) =>
    presentReview(report, actor.caller, context, { version, content });
  let content: VersionContent | undefined;
  try {
    content = await act(report, actor);
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'version_conflict') throw error;
    throw new Problem(error.code, error.message, { current: await present() });
  }
  const body = await present(content);
  if (!body) throw notFound('Version');
  reply.header('etag', `"${body.etag}"`);
  return body;
}

/**
 * The report of the caller's organisation. @throws Problem `not_found` (on record), `read_first`
 */
async function subjectOf(
  request: FastifyRequest,
  context: AppContext,
): Promise<{ report: MachineReport; actor: Actor }> {
  const caller = callerOf(request);
  const id = (request as OfReport).params.id.replaceAll('\0', '');
  const stored = await findReport(context, { id, ...scopeOf(caller) }, 'summary');
  if (!stored) throw await denyReport(id, request, context);
  await requireSeen(caller, stored, context);
  return { report: machineReport(stored), actor: { caller, from: clientOf(request) } };
}

function noteReading(context: AppContext): Act {
  return (report, { caller, from }) => {
    const event = { action: 'report.read', by: caller, from, subjectId: report.id } as const;
    return done(recordAudit(context.db, { ...event, details: { of: 'review' } }, context));
  };
}
