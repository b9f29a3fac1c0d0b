import { patientKnownQuery, patientKnownReply } from '@second-read/contract/reports';
import { type App, callerOf, clientOf } from '../../calls/caller.ts';
import type { AppContext } from '../../context.ts';
import { recordAudit } from '../audit/index.ts';
import { reportsOfPatient } from './reports.repository.ts';

/** GET /api/patients/known/: for the quiet notice beside the patient ID, before anything is analysed. */
export function knownPatient(app: App, context: AppContext): void {
  app.get(
    '/api/patients/known/',
    { schema: { tags: ['reports'], querystring: patientKnownQuery, response: { 200: patientKnownReply } } },
    async (request) => {
      const caller = callerOf(request);
      const patientId = request.query.patient_id.trim().replaceAll('\0', '\uFFFD');
      await recordAudit(
        context.db,
        { action: 'patient.looked_up', by: caller, from: clientOf(request) },
        context,
      );
      const { organisationId } = caller;
      const patient = { organisationId, patientId };
      const [known] = await reportsOfPatient(context.db, patient, context.config.keys).limit(1);
      return { patient_known: known !== undefined };
    },
  );
}
