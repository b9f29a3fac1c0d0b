import { manifestOf } from '@second-read/analyses/manifests';
import { type VerifyReply, verifyParams, verifyReply } from '@second-read/contract/reviews';
import { eq } from 'drizzle-orm';
import type { AppContext } from '../../context.ts';
import { type App, clientOf } from '../../http/caller.ts';
import { notFound } from '../../http/problem.ts';
import { reports } from '../../platform/database/schema.ts';
import { recordAudit } from '../audit/index.ts';
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
    await recordAudit(context.db, { ...event, details: { version: row.version } }, context);
    return replyOf(row, context);
  });
}

async function replyOf(row: ReviewRow, { db }: AppContext): Promise<VerifyReply> {
  const [report] = await db
    .select({ module: reports.module })
    .from(reports)
    .where(eq(reports.id, row.reportId));
  const { full_name, username } = (await personsOf(db, [row.signedBy]))(row.signedBy);
  const later = (await versionsOf(db, row.reportId)).find(
    ({ version, state }) => version > row.version && state !== 'draft',
  );
  const module = report?.module ?? '';
  return {
    module,
    module_name: manifestOf(module).title,
    state: finalState(row),
    version: row.version,
    signed_by: full_name || username,
    signed_at: row.signedAt?.toISOString() ?? '',
    ...(later && { replaced_by: later.version }),
    ...(row.withdrawnAt && { withdrawn_at: row.withdrawnAt.toISOString() }),
  };
}
