import { createHash } from 'node:crypto';
import { manifests } from '@second-read/analyses/manifests';
import { type ExportQuery, exportParams, exportQuery, reportParams } from '@second-read/contract/reports';
import type { AnalysisId } from '@second-read/core/analysis/manifest';
import { writeEncapsulatedPdf } from '@second-read/core/encode/dicom/encapsulated-pdf';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AppContext } from '../../../context.ts';
import { scopeOf } from '../../../http/access/require-right.ts';
import { largestPdfBytes, pdfOf, withPdfBody } from '../../../http/bodies/pdf-body.ts';
import { type App, callerOf, clientOf } from '../../../http/caller.ts';
import { recordAudit } from '../../audit/index.ts';
import { denyReport } from '../deny-report.ts';
import { requireSeen } from '../hide-results.ts';
import { findReport, type StoredReport } from '../reports.repository.ts';
import { oneAtATime } from './one-at-a-time.ts';
import { type ExportFor, storedRecord } from './stored-record.ts';
import {
  dicomFile,
  dicomType,
  type ExportedFile,
  requireDicomPatientId,
  writeExport,
} from './write-export.ts';

interface Wanted {
  readonly id: string;
  readonly module: AnalysisId;
  readonly format: string;
  readonly details?: Readonly<Record<string, unknown>>;
}

/** GET /api/{module}/reports/{id}/export/{form}/: one stored report in a form that other systems read. */
export function exportReport(app: App, context: AppContext): void {
  const inTurn = oneAtATime();
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
      return answer({ id, module, format: form }, request, reply, context, async (stored) => {
        const record = await storedRecord(stored, exportFor(request, request.query, context), context);
        return inTurn(() => writeExport(form, record, stored, context));
      });
    });
  }
}

/**
 * POST /api/{module}/reports/{id}/export/dicom-pdf/: the report's PDF, which the browser draws, as a DICOM
 * object of the report's patient and study. The trail keeps the digest of what was wrapped.
 */
export function exportPdf(app: App, context: AppContext): void {
  withPdfBody(app, (scope) => {
    for (const { apiPath, id: module } of manifests) {
      const schema = {
        tags: [apiPath],
        summary: 'Wraps the PDF of a stored report as Encapsulated PDF',
        consumes: ['application/pdf'],
        produces: [dicomType],
        params: reportParams,
        querystring: exportQuery,
      };
      const url = `/api/${apiPath}/reports/:id/export/dicom-pdf/`;
      scope.post<{ Params: { id: string }; Querystring: ExportQuery }>(
        url,
        { schema, bodyLimit: largestPdfBytes },
        (request, reply) => {
          const pdf = pdfOf(request.body);
          const sha256 = createHash('sha256').update(pdf).digest('hex');
          const wanted = { id: request.params.id, module, format: 'dicom-pdf', details: { sha256 } };
          return answer(wanted, request, reply, context, async (stored) => {
            const record = await storedRecord(stored, exportFor(request, request.query, context), context);
            requireDicomPatientId(record);
            return dicomFile(record, 'pdf', writeEncapsulatedPdf(record, pdf));
          });
        },
      );
    }
  });
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
  write: (stored: StoredReport) => Promise<ExportedFile>,
): Promise<FastifyReply> {
  const caller = callerOf(request);
  const { module, format, details } = wanted;
  const id = wanted.id.replaceAll('\0', '');
  const common = { by: caller, from: clientOf(request), subjectId: id };
  const stored = await findReport(context, { id, module, ...scopeOf(caller) });
  if (!stored) throw await denyReport(id, request, context);
  await requireSeen(caller, stored, context);
  const file = await write(stored);
  const event = { action: 'report.exported', ...common, details: { format, ...details } } as const;
  await recordAudit(context.db, event, context);
  const { content } = file;
  return reply
    .header('content-disposition', `attachment; filename="${file.name}"`)
    .header('x-content-type-options', 'nosniff')
    .type(file.type)
    .send(
      typeof content === 'string' ? content : Buffer.from(content.buffer, content.byteOffset, content.length),
    );
}
