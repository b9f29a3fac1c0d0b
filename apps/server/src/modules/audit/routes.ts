import { Readable } from 'node:stream';
import {
  type AuditFilters,
  type AuditReply,
  auditFilters,
  auditQuery,
  auditReply,
} from '@second-read/contract/audit';
import type { FastifyRequest } from 'fastify';
import { type App, type Caller, callerOf, clientOf } from '../../calls/caller.ts';
import type { AppContext } from '../../context.ts';
import { csvHead, entryLine } from './csv.ts';
import { readTrail } from './read-trail.ts';
import { recordAudit } from './record-audit.ts';
import { recordRepeats } from './record-tallied.ts';

/** The organisation's own trail, for its auditors; reading it is recorded too. */
export function auditRoutes(app: App, context: AppContext): void {
  app.get(
    '/api/audit/',
    { schema: { tags: ['audit'], querystring: auditQuery, response: { 200: auditReply } } },
    async (request) => {
      const { before, limit, ...filters } = request.query;
      const caller = await auditorOf(request, 'audit.read', filters, context);
      const { organisationId } = caller;
      return shownTo(caller, await readTrail(context.db, { organisationId, filters, before, limit }));
    },
  );
  app.get(
    '/api/audit/export/',
    { schema: { tags: ['audit'], querystring: auditFilters, produces: ['text/csv'] } },
    async (request, reply) => {
      const caller = await auditorOf(request, 'audit.exported', request.query, context);
      return reply
        .header('content-disposition', 'attachment; filename="audit-trail.csv"')
        .type('text/csv; charset=utf-8')
        .send(Readable.from(csvOf(caller, request.query, context)));
    },
  );
  app.addHook('onClose', () => recordRepeats(context));
}

async function auditorOf(
  request: FastifyRequest,
  action: 'audit.read' | 'audit.exported',
  filters: AuditFilters,
  context: AppContext,
): Promise<Caller> {
  const caller = callerOf(request);
  const common = { by: caller, from: clientOf(request) };
  const details = Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== ''));
  await recordAudit(context.db, { action, ...common, details }, context);
  return caller;
}

const exportBatch = 1_000;

/** The demo account is shared by strangers, who must not see each other's addresses. */
function shownTo({ isDemo }: Caller, page: AuditReply): AuditReply {
  if (!isDemo) return page;
  return { ...page, entries: page.entries.map((entry) => ({ ...entry, address: null })) };
}

async function* csvOf(caller: Caller, filters: AuditFilters, { db }: Pick<AppContext, 'db'>) {
  const { organisationId } = caller;
  yield csvHead;
  let before: number | undefined;
  for (;;) {
    const page = await readTrail(db, { organisationId, filters, before, limit: exportBatch });
    const { entries, next } = shownTo(caller, page);
    yield entries.map(entryLine).join('');
    if (next === null) return;
    before = next;
  }
}
