import { type WorklistFilters, worklistFilters } from '@second-read/contract/worklist';
import { eq } from 'drizzle-orm';
import type { Executor } from '../../context.ts';
import { worklistReaders } from '../../platform/database/schema.ts';

interface Kept {
  readonly lookedAt: Date;
  readonly filters: WorklistFilters;
}

/** What an account's worklist was left as; undefined of one that never looked. */
export async function findKept(db: Executor, userId: string): Promise<Kept | undefined> {
  const [row] = await db.select().from(worklistReaders).where(eq(worklistReaders.userId, userId));
  const filters = worklistFilters.safeParse(row?.filters);
  return row && { lookedAt: row.lookedAt, filters: filters.success ? filters.data : {} };
}

/** Filters of an account that never looked leave everything unread. */
export async function keep(
  db: Executor,
  userId: string,
  { lookedAt, filters }: Partial<Kept>,
): Promise<void> {
  const changes = { ...(lookedAt && { lookedAt }), ...(filters && { filters }) };
  if (Object.keys(changes).length === 0) return;
  await db
    .insert(worklistReaders)
    .values({ userId, lookedAt: new Date(0), ...changes })
    .onConflictDoUpdate({ target: worklistReaders.userId, set: changes });
}
