import type { FastifyRequest } from 'fastify';
import type { AppContext } from '../../context.ts';
import { callerOf, clientOf } from '../../http/caller.ts';
import { notFound, type Problem } from '../../http/problem.ts';
import { recordAudit } from '../audit/index.ts';

/** What ids of reports look like: a prefix of the module and a UUID. */
const reportId = /^[a-z-]{1,20}-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Another organisation's report is not found, like one that never was; the attempt is on record, and with it
 * what was asked for, unless that is no id: nobody writes texts of their own onto the trail.
 */
export async function denyReport(id: string, request: FastifyRequest, context: AppContext): Promise<Problem> {
  const subject = reportId.test(id) ? { subjectId: id } : {};
  const event = { action: 'report.denied', outcome: 'failure', ...subject } as const;
  await recordAudit(context.db, { ...event, by: callerOf(request), from: clientOf(request) }, context);
  return notFound('Analysis');
}
