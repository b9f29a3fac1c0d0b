import { exportedRequest } from '@second-read/contract/audit';
import { reportParams } from '@second-read/contract/reports';
import { z } from 'zod';
import { type App, callerOf, clientOf } from '../../../calls/caller.ts';
import { scopeOf } from '../../../calls/require-right.ts';
import type { AppContext } from '../../../context.ts';
import { recordAudit } from '../../audit/index.ts';
import { denyReport } from '../deny-report.ts';
import { findReport } from '../reports.repository.ts';

/**
 * POST /api/reports/{id}/exported/: the browser made a file of a report, which the server cannot see by
 * itself.
 */
export function noteExport(app: App, context: AppContext): void {
  const response = { 204: z.null() };
  const schema = { tags: ['audit'], params: reportParams, body: exportedRequest, response };
  app.post('/api/reports/:id/exported/', { schema }, async (request, reply) => {
    const caller = callerOf(request);
    const id = request.params.id.replaceAll('\0', '');
    const stored = await findReport(context, { id, ...scopeOf(caller) });
    if (!stored) throw await denyReport(id, request, context);
    const event = { action: 'report.exported', by: caller, from: clientOf(request), subjectId: id } as const;
    await recordAudit(context.db, { ...event, details: { format: request.body.format } }, context);
    return reply.code(204).send(null);
  });
}
