import type { AppContext, Executor } from '../../../context.ts';
import { uuidV7 } from '../../../platform/ids/uuid-v7.ts';
import { openPatient, requestDigests, sealPatient } from '../../patients/index.ts';
import { holdTrial } from '../../trials/index.ts';
import { insertAnalysis } from '../analyses.repository.ts';
import type { BatchRow } from '../batches/batches.repository.ts';

/** So long all slices may take to arrive and to be read. */
const patienceMs = 24 * 60 * 60_000;

/**
 * The analysis that will be the report of an exam: from now on it holds back the one trial that the exam
 * costs, and waits until every slice has ended. Throws where no trial is free.
 */
export async function insertExamAnalysis(
  tx: Executor,
  batch: BatchRow,
  context: Pick<AppContext, 'config' | 'now'>,
): Promise<void> {
  const { userId, organisationId, module, serviceType, patientGenerated } = batch;
  const { config, now } = context;
  const requireFree = await holdTrial(tx, { userId, serviceType }, context);
  const at = now();
  const id = uuidV7(at);
  const patientId = openPatient('batches', batch, config.keys);
  const placed = await insertAnalysis(tx, {
    ...{ id, organisationId, userId, module, serviceType, patientGenerated },
    ...sealPatient(patientId, { table: 'analyses', id }, config.keys),
    idempotencyKey: `${batch.id}:exam`,
    requestHash: requestDigests([module, patientId, batch.id, 'exam'], config.keys)[0],
    state: 'queued',
    charged: true,
    sourceBytes: 0,
    sourceSha256: '',
    batchId: batch.id,
    createdAt: at,
    deadlineAt: new Date(at.getTime() + patienceMs),
  });
  if (!placed) throw new Error('the analysis of a new exam is there already');
  requireFree(placed.inFlight);
}
