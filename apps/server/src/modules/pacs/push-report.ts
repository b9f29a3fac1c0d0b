import { manifests } from '@second-read/analyses/manifests';
import {
  type PushesReply,
  type PushForm,
  pushesReply,
  pushForm,
  pushParams,
  pushRequest,
} from '@second-read/contract/pacs';
import type { AnalysisId } from '@second-read/core/analysis/manifest';
import type { FastifyRequest } from 'fastify';
import { type App, clientOf } from '../../calls/caller.ts';
import { scopeOf } from '../../calls/require-right.ts';
import type { AppContext } from '../../context.ts';
import { recordAudit } from '../audit/index.ts';
import {
  denyReport,
  findPictureOrigin,
  findReport,
  instanceOfFile,
  type StoredReport,
} from '../reports/index.ts';
import { publishPush } from './push-queue.ts';
import { orderPush, type PushRow, pushesOfReport } from './pushes.repository.ts';
import { requirePacs } from './require-pacs.ts';

/** GET and POST /api/{module}/reports/{id}/pacs/: the pushes of a report, and a new one. */
export function pushReport(app: App, context: AppContext): void {
  for (const { apiPath, id: module } of manifests) {
    const url = `/api/${apiPath}/reports/:id/pacs/`;
    const schema = { tags: [apiPath], params: pushParams, response: { 200: pushesReply } };
    const reading = { ...schema, summary: 'What of a report was sent to the PACS' };
    app.get(url, { schema: reading }, async (request) => {
      const { stored } = await reportOf(request, request.params.id, module, context);
      return present(stored, context);
    });
    const sending = { ...schema, summary: 'Sends forms of a report to the PACS', body: pushRequest };
    app.post(url, { schema: sending }, (request) =>
      order(request, { id: request.params.id, module, forms: request.body.forms }, context),
    );
  }
}

interface Wanted {
  readonly id: string;
  readonly module: AnalysisId;
  readonly forms: readonly PushForm[];
}

/** Another organisation's report is "not found", like one that does not exist; the attempt is recorded. */
async function reportOf(request: FastifyRequest, wanted: string, module: AnalysisId, context: AppContext) {
  const { caller } = await requirePacs(request, context);
  const id = wanted.replaceAll('\0', '');
  const stored = await findReport(context, { id, module, ...scopeOf(caller) });
  if (stored) return { stored, caller };
  throw await denyReport(id, request, context);
}

/** Stores the push with its audit entry, then queues it. */
async function order(request: FastifyRequest, wanted: Wanted, context: AppContext): Promise<PushesReply> {
  const { stored, caller } = await reportOf(request, wanted.id, wanted.module, context);
  const { id, organisationId } = stored.report;
  const asked = { report: { id, organisationId }, userId: caller.userId, isAutomatic: false };
  const event = {
    action: 'report.push_requested',
    by: caller,
    from: clientOf(request),
    subjectId: id,
  } as const;
  const forms = [...new Set(wanted.forms)];
  const rows = await context.db.transaction(async (tx) => {
    const ordered: PushRow[] = [];
    for (const form of forms) {
      const row = await orderPush(tx, { ...asked, form }, context.now());
      if (row) ordered.push(row);
    }
    await recordAudit(tx, { ...event, details: { forms } }, context);
    return ordered;
  });
  for (const row of rows) await publishPush(row, context);
  return present(stored, context);
}

async function present(stored: StoredReport, context: AppContext): Promise<PushesReply> {
  const { report } = stored;
  const origin = (await findPictureOrigin(context, report)) ?? instanceOfFile(stored);
  const rows = await pushesOfReport(context.db, report.id);
  return {
    joins_study: origin !== undefined,
    pushes: rows.flatMap(({ form, state, reason, message, tries, updatedAt }) => {
      const known = pushForm.safeParse(form);
      if (!known.success) return [];
      return [{ form: known.data, state, reason, message, tries, updated_at: updatedAt.toISOString() }];
    }),
  };
}
