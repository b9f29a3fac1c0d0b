import type { BatchesReply } from '@second-read/contract/batches';
import { batchResultsReply } from '@second-read/contract/batches';
import type { AnalysisId } from '@second-read/core/analysis/manifest';
import { useQuery } from '@tanstack/react-query';
import { request } from '../../../api/calls/client.ts';
import type { Interrupted } from './batch-order.ts';
import { batchesQuery } from './calls.ts';

interface Wanted {
  readonly module: AnalysisId;
  readonly patientId: string;
  readonly slices: number;
  readonly kind: BatchesReply[number]['kind'];
}

/** The newest series of this patient and size that still waits for slices. */
export function interruptedBatch(batches: BatchesReply, { module, patientId, slices, kind }: Wanted) {
  return batches.find(
    (batch) =>
      batch.state === 'receiving' &&
      batch.kind === kind &&
      batch.module === module &&
      batch.patient_id === patientId.trim() &&
      batch.slices === slices,
  );
}

/** The series that could be gone on with; null where there is none, or it is not known. */
export function useInterrupted(wanted: Wanted) {
  const batches = useQuery(batchesQuery);
  return (batches.data && interruptedBatch(batches.data, wanted)) ?? null;
}

/** Which slices of it have arrived. @throws ApiError */
export async function readInterrupted(id: string): Promise<Interrupted> {
  const { results } = await request(`/api/batches/${id}/results/`, { schema: batchResultsReply });
  return { id, arrived: new Set(results.map(({ slice }) => slice)) };
}
