import { and, count, desc, eq, inArray, isNotNull, isNull, min, sql } from 'drizzle-orm';
import { Problem } from '../../../calls/problem.ts';
import type { Executor } from '../../../context.ts';
import { analyses, type BatchStop, batches } from '../../../platform/database/schema.ts';

export type BatchRow = typeof batches.$inferSelect;

export const stopMessages: Readonly<Record<BatchStop, string>> = {
  cancelled: 'The series was canceled.',
  no_trials_remaining: 'The series has stopped: no trials remain.',
};

export async function findBatch(
  db: Executor,
  by: { id: string; organisationId?: string; userId?: string },
): Promise<BatchRow | undefined> {
  const [row] = await db
    .select()
    .from(batches)
    .where(
      and(
        eq(batches.id, by.id),
        by.organisationId === undefined ? undefined : eq(batches.organisationId, by.organisationId),
        by.userId === undefined ? undefined : eq(batches.userId, by.userId),
      ),
    );
  return row;
}

/** Makes a batch; with a key that was used before, finds that one. */
export async function insertBatch(db: Executor, row: typeof batches.$inferInsert): Promise<BatchRow> {
  const [inserted] = await db.insert(batches).values(row).onConflictDoNothing().returning();
  if (inserted) return inserted;
  const sameKey = eq(batches.idempotencyKey, row.idempotencyKey ?? '');
  const [earlier] = await db
    .select()
    .from(batches)
    .where(and(eq(batches.userId, row.userId), sameKey));
  if (!earlier) throw new Error('a batch was neither made nor found');
  return earlier;
}

/**
 * Throws where nothing more is to be read. The batch stays open to the end of the transaction: whoever stops
 * it meanwhile waits, and then sees the slice that was added. Slices of a batch are added one by one.
 */
export async function requireOpenBatch(tx: Executor, id: string): Promise<BatchRow> {
  const [row] = await tx.select().from(batches).where(eq(batches.id, id)).for('no key update');
  if (!row) throw new Problem('not_found', 'This series does not exist.');
  requireOpen(row);
  return row;
}

/** @throws Problem `batch_stopped` */
export function requireOpen({ stoppedBecause }: Pick<BatchRow, 'stoppedBecause'>): void {
  if (stoppedBecause !== null) throw new Problem('batch_stopped', stopMessages[stoppedBecause]);
}

/** Undefined when it was stopped before. */
export async function markStopped(
  db: Executor,
  which: { id: string; because: BatchStop; at: Date },
): Promise<BatchRow | undefined> {
  const [row] = await db
    .update(batches)
    .set({ stoppedBecause: which.because, stoppedAt: which.at })
    .where(and(eq(batches.id, which.id), isNull(batches.stoppedBecause)))
    .returning();
  return row;
}

export async function listBatches(db: Executor, userId: string, max: number): Promise<BatchRow[]> {
  return db
    .select()
    .from(batches)
    .where(eq(batches.userId, userId))
    .orderBy(desc(batches.createdAt), desc(batches.id))
    .limit(max);
}

export interface BatchCounts {
  readonly received: number;
  readonly inFlight: number;
  readonly completed: number;
  readonly withFindings: number;
  readonly refused: number;
  readonly failed: number;
  readonly cancelled: number;
  /** When the first slice was taken up; null where none was. */
  readonly startedAt: Date | null;
}

const none: BatchCounts = {
  received: 0,
  inFlight: 0,
  completed: 0,
  withFindings: 0,
  refused: 0,
  failed: 0,
  cancelled: 0,
  startedAt: null,
};

/** How the slices of each batch stand. */
export async function countSlices(
  db: Executor,
  ids: readonly string[],
): Promise<(id: string) => BatchCounts> {
  if (ids.length === 0) return () => none;
  const { state, batchId, urgency, slice, startedAt } = analyses;
  const of = (...states: (typeof state._.data)[]) =>
    sql<number>`count(*) FILTER (WHERE ${inArray(state, states)})`.mapWith(Number);
  const rows = await db
    .select({
      id: batchId,
      received: count(),
      inFlight: of('queued', 'running'),
      completed: of('completed'),
      withFindings: sql<number>`count(*) FILTER (WHERE ${urgency} > 0)`.mapWith(Number),
      refused: of('refused'),
      failed: of('failed'),
      cancelled: of('cancelled'),
      startedAt: min(startedAt),
    })
    .from(analyses)
    .where(and(inArray(batchId, [...ids]), isNotNull(slice)))
    .groupBy(batchId);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return (id) => byId.get(id) ?? none;
}
