import type { AppContext } from '../../../context.ts';
import { analysesQueue } from '../run/topics.ts';
import { findReadyExams } from './exams.repository.ts';

/** Reading the slices' evidence to one report takes seconds; the rest is patience with a busy machine. */
const expireSeconds = 10 * 60;

/**
 * Gives exams to the queue whose slices have all ended: called whenever a slice ends, and now and then for
 * those whose process died in between. The queue drops a job that it has.
 */
export async function offerReadyExams(
  { db, queue }: Pick<AppContext, 'db' | 'queue'>,
  batchId?: string,
): Promise<void> {
  for (const { id, attempt } of await findReadyExams(db, batchId)) {
    const payload = { id, attempt: String(attempt) };
    await queue.publish(analysesQueue, payload, { key: `${id}:${attempt}`, expireSeconds });
  }
}
