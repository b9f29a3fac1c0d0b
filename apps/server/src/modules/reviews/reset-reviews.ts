import { eq } from 'drizzle-orm';
import type { Executor } from '../../context.ts';
import { opinions, reviews, worklist } from '../../platform/database/schema.ts';

/**
 * Drops every review of the demo's reports, signed ones too: all wait to be read again. The audit trail keeps
 * what was done.
 * @returns how many versions were dropped
 */
export async function resetReviews(tx: Executor, organisationId: string): Promise<number> {
  const dropped = await tx
    .delete(reviews)
    .where(eq(reviews.organisationId, organisationId))
    .returning({ id: reviews.id });
  await tx.delete(opinions).where(eq(opinions.organisationId, organisationId));
  const waiting = { isOpen: true, version: 1, opinions: 0, holderId: null, heldUntil: null };
  await tx
    .update(worklist)
    .set({ ...waiting, assigneeId: null })
    .where(eq(worklist.organisationId, organisationId));
  return dropped.length;
}
