import { eq } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import { callerOf, clientOf } from '../../calls/caller.ts';
import { notFound, type Problem } from '../../calls/problem.ts';
import type { AppContext } from '../../context.ts';
import { reports } from '../../platform/database/schema.ts';
import { recordAudit, recordTallied } from '../audit/index.ts';

/**
 * Another organization's report is not found, like one that never was. Each attempt on a report that exists
 * is on record; those with an invented id are counted, and what was typed is not written: the trail takes no
 * free text.
 */
export async function denyReport(id: string, request: FastifyRequest, context: AppContext): Promise<Problem> {
  const [found] = await context.db.select({ id: reports.id }).from(reports).where(eq(reports.id, id));
  const who = { by: callerOf(request), from: clientOf(request) };
  const event = { action: 'report.denied', outcome: 'failure', ...who } as const;
  if (found) await recordAudit(context.db, { ...event, subjectId: id }, context);
  else await recordTallied(event, context);
  return notFound('Analysis');
}
