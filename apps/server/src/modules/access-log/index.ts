import { Readable } from 'node:stream';
import {
  type AuditEntry,
  type AuditReply,
  patientAccessReply,
  patientAccessRequest,
} from '@second-read/contract/audit';
import type { FastifyRequest } from 'fastify';
import { type App, callerOf, clientOf } from '../../calls/caller.ts';
import type { AppContext } from '../../context.ts';
import { csvHead, entryLine, readTrail, recordAudit } from '../audit/index.ts';
import { reportsOfPatient } from '../reports/index.ts';

const pageSize = 200;

/** Who saw what of one patient (GDPR Art. 15, EHDS Art. 9), for auditors; each look is on record itself. */
export function accessLogRoutes(app: App, context: AppContext): void {
  const summary = 'Every entry of the audit trail about the reports of a patient, newest first';
  const schema = { tags: ['audit'], summary, body: patientAccessRequest };
  app.post(
    '/api/audit/patient/',
    { schema: { ...schema, response: { 200: patientAccessReply } } },
    async (request) => {
      const of = await accessOf(request, request.body.patient_id, 'audit.patient_read', context);
      return { ...(await of.page(request.body.before)), reports: of.reports };
    },
  );
  app.post('/api/audit/patient/export/', { schema }, async (request, reply) => {
    const of = await accessOf(request, request.body.patient_id, 'audit.patient_exported', context);
    return reply
      .header('content-disposition', 'attachment; filename="patient-access.csv"')
      .type('text/csv; charset=utf-8')
      .send(Readable.from(csvOf(of.page)));
  });
}

type PageAfter = (before: number | undefined) => Promise<AuditReply>;

async function accessOf(
  request: FastifyRequest,
  patientId: string,
  action: 'audit.patient_read' | 'audit.patient_exported',
  context: AppContext,
): Promise<{ reports: number; page: PageAfter }> {
  const by = callerOf(request);
  const { organisationId, isDemo } = by;
  const { db, config } = context;
  const patient = { organisationId, patientId: patientId.replaceAll('\0', '\uFFFD') };
  const found = await reportsOfPatient(db, patient, config.keys);
  // As in lists: the trail names reports, never a patient.
  const details = { reports: found.map(({ id }) => id) };
  await recordAudit(db, { action, by, from: clientOf(request), details }, context);
  const ids = found.flatMap(({ id, analysisId }) => (analysisId === null ? [id] : [id, analysisId]));
  const page: PageAfter = async (before) => {
    if (ids.length === 0) return { entries: [], next: null };
    const read = await readTrail(db, { organisationId, filters: { ids }, before, limit: pageSize });
    const own = read.entries.map((entry) => ({ ...entry, details: detailsAbout(ids, entry.details) }));
    // Strangers who share the demo do not see each other's addresses.
    return { ...read, entries: isDemo ? own.map((entry) => ({ ...entry, address: null })) : own };
  };
  return { reports: found.length, page };
}

/** A list that was shown names the reports of other patients too: those stay with the organization. */
function detailsAbout(ids: readonly string[], details: AuditEntry['details']): AuditEntry['details'] {
  const { reports } = details;
  return Array.isArray(reports) ? { ...details, reports: reports.filter((id) => ids.includes(id)) } : details;
}

async function* csvOf(page: PageAfter) {
  yield csvHead;
  for (let before: number | undefined; ; ) {
    const { entries, next } = await page(before);
    yield entries.map(entryLine).join('');
    if (next === null) return;
    before = next;
  }
}
