import type { BatchReply } from '@second-read/contract/batches';
import type { AppContext } from '../../../context.ts';
import { type Reader, readsFirst } from '../../reviews/index.ts';
import { findExamAnalyses } from '../exams/exams.repository.ts';
import { type BatchRow, countSlices } from './batches.repository.ts';
import { presentBatch } from './present-batch.ts';

/** How far a batch is. */
export async function readBatch(
  batch: BatchRow,
  caller: Reader,
  { db, now }: Pick<AppContext, 'db' | 'now'>,
): Promise<BatchReply> {
  const counts = (await countSlices(db, [batch.id]))(batch.id);
  const exam = batch.kind === 'exam' ? (await findExamAnalyses(db, [batch.id]))(batch.id) : undefined;
  return presentBatch(batch, counts, {
    exam,
    now: now(),
    isHidden: await readsFirst(db, caller, batch.module),
  });
}
