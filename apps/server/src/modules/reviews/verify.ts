import { manifestOf } from '@second-read/analyses/manifests';
import { type VerifyReply, verifyParams, verifyReply } from '@second-read/contract/reviews';
import { eq } from 'drizzle-orm';
import { type App, clientOf } from '../../calls/caller.ts';
import { notFound } from '../../calls/problem.ts';
import type { AppContext } from '../../context.ts';
import { reports } from '../../platform/database/schema.ts';
import { recordTallied } from '../audit/index.ts';
import { findByCode, personsOf, type ReviewRow, versionsOf } from './reviews.repository.ts';
import { codeFrom } from './verification-code.ts';
import { finalState } from './version-state.ts';

/** Codes are not guessable; this keeps a caller from loading the database. */
const rateLimit = { max: 30, timeWindow: '1 minute' };

/**
 * GET /api/verify/{code}: whether a printed report is what was signed. Without sign-in, so nothing of the
 * patient.
 */
export function verifyReport(app: App, context: AppContext): void {
  const schema = {
    tags: ['reviews'],
    summary: 'Whether a signed report with this code exists, and whether it is still in force',
    params: verifyParams,
    security: [],
    response: { 200: verifyReply },
  };
  app.get('/api/verify/:code/', { schema, config: { access: 'public', rateLimit } }, async (request) => {
    const row = await findByCode(context.db, codeFrom(request.params.code));
    if (!row) throw notFound('A report with this code was');
    const { reportId: subjectId, organisationId } = row;
    const by = { userId: null, organisationId };
    const event = { action: 'report.verified', by, from: clientOf(request), subjectId } as const;
    await recordTallied({ ...event, details: { version: row.version, report: subjectId } }, context);
    return replyOf(row, context);
  });
}

async function replyOf(row: ReviewRow, { db }: Pick<AppContext, 'db'>): Promise<VerifyReply> {
  const [report] = await db
    .select({ module: reports.module })
    .from(reports)
    .where(eq(reports.id, row.reportId));
  const { full_name, username } = (await personsOf(db, [row.signedBy]))(row.signedBy);
  // Of a report that was withdrawn no version holds, and there is no newer one to ask for.
  const last = (await versionsOf(db, row.reportId)).findLast(({ state }) => state !== 'draft') ?? row;
  const isWithdrawn = last.state === 'withdrawn';
  const module = report?.module ?? '';
  return {
    module,
    module_name: manifestOf(module).title,
    state: isWithdrawn ? 'withdrawn' : finalState(row),
    version: row.version,
    signed_by: full_name || username,
    signed_at: row.signedAt?.toISOString() ?? '',
    ...(!isWithdrawn && last.version > row.version && { replaced_by: last.version }),
    ...(last.withdrawnAt && { withdrawn_at: last.withdrawnAt.toISOString() }),
  };
}
