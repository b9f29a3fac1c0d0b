import { isDeepStrictEqual } from 'node:util';
import { isExamModule } from '@second-read/analyses/exam-list';
import { manifests } from '@second-read/analyses/manifests';
import { examOf } from '@second-read/analyses/stored-reading';
import { idempotencyHeader, idempotencyKey } from '@second-read/contract/analyses';
import { batchReply, batchRequest } from '@second-read/contract/batches';
import type { AnalysisId } from '@second-read/core/analysis/manifest';
import { z } from 'zod';
import { type App, callerOf, clientOf } from '../../../calls/caller.ts';
import { Problem } from '../../../calls/problem.ts';
import { scopeOf } from '../../../calls/require-right.ts';
import type { AppContext } from '../../../context.ts';
import { uuidV7 } from '../../../platform/ids/uuid-v7.ts';
import { recordAudit } from '../../audit/index.ts';
import { openPatient, sealPatient } from '../../patients/index.ts';
import { findReport } from '../../reports/index.ts';
import { requireModule } from '../../settings/index.ts';
import { requireTrial } from '../../trials/index.ts';
import { insertExamAnalysis } from '../exams/start-exam.ts';
import { type BatchRow, insertBatch } from './batches.repository.ts';
import { readBatch } from './read-batch.ts';

/** POST /api/{module}/batches/: announces a series; its slices follow one by one. */
export function startBatch(app: App, context: AppContext): void {
  const headers = z.looseObject({ [idempotencyHeader]: idempotencyKey.optional() });
  for (const { id: module, apiPath, serviceType, title } of manifests) {
    const summary = 'Begins a series that is read in the background, slice by slice';
    const schema = { tags: [apiPath], summary, headers, body: batchRequest, response: { 200: batchReply } };
    app.post(`/api/${apiPath}/batches/`, { schema }, async (request) => {
      const caller = callerOf(request);
      const { userId, organisationId } = caller;
      const { patient_id: patientId, patient_id_generated: patientGenerated = false } = request.body;
      const { slices, kind = 'slices', exam: statement = null } = request.body;
      const { patient_id_confirmed: patientConfirmed = false } = request.body;
      if (kind === 'exam' && !isExamModule(module))
        throw new Problem('invalid_request', 'This module reads single pictures, not exams.');
      if (statement?.views?.some(({ slice }) => slice > slices))
        throw new Problem('invalid_request', 'A view is stated of a slice beyond the last.');
      if (patientId.includes('\0'))
        throw new Problem('invalid_request', 'The patient ID contains a NUL character.');
      if (statement?.rereads !== undefined)
        await requireRereadable(statement.rereads, { module, patientId, ...scopeOf(caller) }, context);
      await requireModule({ id: module, title }, { organisationId }, context);
      await requireTrial({ userId, serviceType }, context);
      const at = context.now();
      const id = uuidV7(at);
      const key = request.headers[idempotencyHeader];
      const row = {
        ...{ id, organisationId, userId, module, serviceType, kind, slices, statement, createdAt: at },
        patientGenerated,
        patientConfirmed,
        ...sealPatient(patientId, { table: 'batches', id }, context.config.keys),
        idempotencyKey: typeof key === 'string' ? key : null,
      };
      const batch = await context.db.transaction(async (tx) => {
        const made = await insertBatch(tx, row);
        if (made.id !== id) return made;
        if (kind === 'exam') await insertExamAnalysis(tx, made, context);
        const event = { action: 'batch.started', by: made, from: clientOf(request), subjectId: id } as const;
        await recordAudit(tx, { ...event, details: { module, slices, kind } }, context);
        return made;
      });
      if (!isSameRequest(batch, { ...row, patientId }, context))
        throw new Problem('idempotency_conflict', 'This Idempotency-Key was used for another series.');
      return readBatch(batch, caller, context);
    });
  }
}

type Asked = Pick<
  BatchRow,
  'module' | 'slices' | 'kind' | 'statement' | 'patientId' | 'patientGenerated' | 'patientConfirmed'
>;

/** Everything that the request says; what its slices are, each of them says. */
function isSameRequest(batch: BatchRow, asked: Asked, { config }: Pick<AppContext, 'config'>): boolean {
  const patientId = openPatient('batches', batch, config.keys);
  return isDeepStrictEqual(askedIn({ ...batch, patientId }), askedIn(asked));
}

function askedIn({ module, slices, kind, statement, patientId, ...patient }: Asked): Asked {
  const { patientGenerated, patientConfirmed } = patient;
  // As the database keeps it: without what is undefined.
  const said = JSON.parse(JSON.stringify(statement));
  return { module, slices, kind, statement: said, patientId, patientGenerated, patientConfirmed };
}

/**
 * That a report is one of an exam of this patient which the caller may read: an exam from another of its
 * series may then be tied to it.
 * @throws Problem `not_found`
 */
async function requireRereadable(
  id: string,
  of: {
    readonly module: AnalysisId;
    readonly patientId: string;
    readonly organisationId: string;
    readonly userId?: string;
  },
  context: Pick<AppContext, 'db' | 'config'>,
): Promise<void> {
  const { patientId, ...scope } = of;
  const stored = await findReport(context, { id: id.replaceAll('\0', ''), ...scope });
  if (stored && stored.report.patientId === patientId.trim() && examOf(stored.report)) return;
  throw new Problem('not_found', 'The report to be read again is not one of an exam of this patient.');
}
