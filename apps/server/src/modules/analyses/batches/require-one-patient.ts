import {
  type FileIdentity,
  fieldWords,
  type IdentityField,
  patientWords,
} from '@second-read/core/patient/file-identity';
import { eq } from 'drizzle-orm';
import { Problem } from '../../../calls/problem.ts';
import type { AppContext, Executor } from '../../../context.ts';
import { batches } from '../../../platform/database/schema.ts';
import {
  compareToBatch,
  openBatchIdentity,
  openExam,
  presentPatient,
  sealBatchIdentity,
} from '../../patients/index.ts';
import { findKeptSource } from '../kept-sources.repository.ts';
import { type BatchRow, countSlices } from './batches.repository.ts';

export interface SentFile {
  readonly slice: number;
  /** As the request calls it. */
  readonly fileName: string | undefined;
  readonly identity: FileIdentity;
  /** The analysis that was placed for it. */
  readonly analysisId: string;
}

/**
 * That a slice is of the patient and study of those before it, and remembers whom it names. `batch` is
 * locked to the end of the transaction: of two first slices one is first. Gives the fields that the file
 * spells otherwise.
 * @throws Problem `several_patients` or `several_studies`; nothing of the slice is kept then
 */
export async function requireOnePatient(
  tx: Executor,
  batch: BatchRow,
  file: SentFile,
  { config }: Pick<AppContext, 'config'>,
): Promise<readonly IdentityField[]> {
  const { keys } = config;
  const before = openBatchIdentity(batch, keys);
  const { apart, spelled, identity } = compareToBatch(before, file.identity);
  if (apart.length > 0) throw await problemOf(tx, batch, file, apart, keys);
  if (Object.keys(identity.same).length > Object.keys(before.same).length)
    await tx
      .update(batches)
      .set({ identity: sealBatchIdentity(identity, batch, keys) })
      .where(eq(batches.id, batch.id));
  return spelled;
}

async function problemOf(
  tx: Executor,
  batch: BatchRow,
  { slice, fileName, identity, analysisId }: SentFile,
  apart: readonly IdentityField[],
  keys: AppContext['config']['keys'],
): Promise<Problem> {
  const isStudy = apart.every((field) => field === 'studyUid');
  const what = isStudy ? 'another study' : 'another patient';
  const kept = await findKeptSource(tx, batch.id, analysisId);
  const exam = kept && openExam(kept, keys);
  const studyUid = exam?.instance?.studyUid;
  const first: FileIdentity = { patientId: exam?.patientId || undefined, studyUid };
  const received = (await countSlices(tx, [batch.id]))(batch.id).received - 1;
  const name = fileName === undefined ? '' : ` (${fileName})`;
  const fields = apart.map((field) => fieldWords[field]).join(', ');
  const message = `Image ${slice}${name} is of ${what} than the ${received} before it: ${patientWords(identity)}, not ${patientWords(first)} (different: ${fields}). It was not stored. An exam has one patient and one study.`;
  return new Problem(isStudy ? 'several_studies' : 'several_patients', message, {
    patients: [
      { ...presentPatient(first), files: received },
      { ...presentPatient(identity), files: 1 },
    ],
  });
}
