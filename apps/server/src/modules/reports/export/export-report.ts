import { Readable } from 'node:stream';
import { manifests } from '@second-read/analyses/manifests';
import { type ExportQuery, exportParams, exportQuery } from '@second-read/contract/reports';
import type { AnalysisId } from '@second-read/core/analysis/manifest';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type App, callerOf, clientOf } from '../../../calls/caller.ts';
import { endStalled } from '../../../calls/end-stalled.ts';
import { onceClosed } from '../../../calls/once-closed.ts';
import { scopeOf } from '../../../calls/require-right.ts';
import type { AppContext } from '../../../context.ts';
import { sealedContent } from '../../../platform/spool/sealed-file.ts';
import { spoolKey } from '../../../platform/spool/spool-key.ts';
import { recordAudit } from '../../audit/index.ts';
import { denyReport } from '../deny-report.ts';
import { requireSeen } from '../hide-results.ts';
import { findReport, type StoredReport } from '../reports.repository.ts';
import { exportPlaces } from './exports-in-flight.ts';
import { type ExportFor, storedRecord } from './stored-record.ts';
import { dicomType, type ExportedFile, type SpooledFile, writeExport, writeTable } from './write-export.ts';

interface Wanted {
  readonly id: string;
  readonly module: AnalysisId;
  readonly format: string;
}

/** GET /api/{module}/reports/{id}/export/{form}/: one stored report in a form that other systems read. */
export function exportReport(app: App, context: AppContext): void {
  const places = exportPlaces();
  for (const { apiPath, id: module } of manifests) {
    const schema = {
      tags: [apiPath],
      summary: 'A stored report as CSV, FHIR R4 bundle or DICOM object',
      params: exportParams,
      querystring: exportQuery,
      produces: ['text/csv', 'application/fhir+json', dicomType],
    };
    app.get(`/api/${apiPath}/reports/:id/export/:form/`, { schema }, (request, reply) => {
      const { id, form } = request.params;
      const { userId, organisationId } = callerOf(request);
      onceClosed(reply, places({ userId, organisationId }));
      return answer({ id, module, format: form }, request, reply, context, async (stored) => {
        const record = await storedRecord(stored, exportFor(request, request.query, context), context);
        if (form === 'csv') return writeTable(record);
        return writeExport(form, record, stored, { by: { userId, organisationId } }, context);
      });
    });
  }
}

function exportFor(
  request: FastifyRequest,
  { uids }: ExportQuery,
  { config }: Pick<AppContext, 'config'>,
): ExportFor {
  return { organisation: callerOf(request).organisationName, uids: uids ?? config.exportUids };
}

/**
 * Finds the caller's organisation's report, writes the file, then the audit entry; only then anything leaves.
 */
async function answer(
  wanted: Wanted,
  request: FastifyRequest,
  reply: FastifyReply,
  context: AppContext,
  write: (stored: StoredReport) => Promise<ExportedFile | SpooledFile>,
): Promise<FastifyReply> {
  const caller = callerOf(request);
  const { module, format } = wanted;
  const id = wanted.id.replaceAll('\0', '');
  const common = { by: caller, from: clientOf(request), subjectId: id };
  const stored = await findReport(context, { id, module, ...scopeOf(caller) });
  if (!stored) throw await denyReport(id, request, context);
  await requireSeen(caller, stored, context);
  const file = await write(stored);
  const details = { format, ...('sha256' in file && { sha256: file.sha256 }) };
  const event = { action: 'report.exported', ...common, details } as const;
  await recordAudit(context.db, event, context).catch(async (error: unknown) => {
    if ('discard' in file) await file.discard();
    throw error;
  });
  endStalled(reply);
  reply
    .header('content-disposition', `attachment; filename="${file.name}"`)
    .header('x-content-type-options', 'nosniff')
    .type(file.type);
  if ('discard' in file) return sendSpooled(file, reply);
  const { content } = file;
  return reply.send(
    typeof content === 'string' ? content : Buffer.from(content.buffer, content.byteOffset, content.length),
  );
}

/** Block by block from the encrypted file, as fast as it is read. */
function sendSpooled({ path, bytes, discard }: SpooledFile, reply: FastifyReply): FastifyReply {
  const content = Readable.from(sealedContent(path, spoolKey()), { objectMode: false });
  content.once('close', () => void discard());
  return reply.header('content-length', bytes).send(content);
}
