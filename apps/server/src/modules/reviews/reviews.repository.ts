import type { StoredChange } from '@second-read/core/review/change';
import { and, asc, eq, inArray } from 'drizzle-orm';
import type { AppContext, Executor } from '../../context.ts';
import { reviewChanges, reviews, users } from '../../platform/database/schema.ts';
import { openChange } from './sealed-review.ts';

export type ReviewRow = typeof reviews.$inferSelect;
type Keys = AppContext['config']['keys'];

/** The versions of a report, the first first; locked until the end of the transaction where asked for. */
export async function versionsOf(db: Executor, reportId: string, lock?: 'lock'): Promise<ReviewRow[]> {
  const query = db.select().from(reviews).where(eq(reviews.reportId, reportId)).orderBy(asc(reviews.version));
  return lock === undefined ? query : query.for('update');
}

export function versionsOfReports(db: Executor, reportIds: readonly string[]): Promise<ReviewRow[]> {
  if (reportIds.length === 0) return Promise.resolve([]);
  return db
    .select()
    .from(reviews)
    .where(inArray(reviews.reportId, [...reportIds]))
    .orderBy(asc(reviews.version));
}

export async function findByCode(db: Executor, code: string): Promise<ReviewRow | undefined> {
  const [row] = await db.select().from(reviews).where(eq(reviews.verificationCode, code));
  return row;
}

/** False where the report has that version already: somebody else was first. */
export async function insertVersion(db: Executor, row: typeof reviews.$inferInsert): Promise<boolean> {
  const made = await db.insert(reviews).values(row).onConflictDoNothing().returning({ id: reviews.id });
  return made.length > 0;
}

export async function updateVersion(
  db: Executor,
  { id }: Pick<ReviewRow, 'id'>,
  change: Partial<Omit<ReviewRow, 'id' | 'reportId' | 'organisationId' | 'version'>>,
): Promise<void> {
  await db.update(reviews).set(change).where(eq(reviews.id, id));
}

/** An amendment in which nothing was changed. */
export async function dropVersion(db: Executor, { id }: Pick<ReviewRow, 'id'>): Promise<void> {
  await db.delete(reviews).where(and(eq(reviews.id, id), eq(reviews.state, 'draft'), eq(reviews.changes, 0)));
}

export async function insertChanges(
  db: Executor,
  rows: readonly (typeof reviewChanges.$inferInsert)[],
): Promise<void> {
  await db.insert(reviewChanges).values([...rows]);
}

/** The changes of versions in the order of the versions and then their own, with who made them. */
export async function changesOf(
  db: Executor,
  versions: readonly Pick<ReviewRow, 'id' | 'changes'>[],
  keys: Keys,
): Promise<Map<string, StoredChange[]>> {
  const ids = versions.filter(({ changes }) => changes > 0).map(({ id }) => id);
  const all = new Map<string, StoredChange[]>(versions.map(({ id }) => [id, []]));
  if (ids.length === 0) return all;
  const rows = await db
    .select({ change: reviewChanges, name: users.fullName, username: users.username })
    .from(reviewChanges)
    .innerJoin(users, eq(users.id, reviewChanges.userId))
    .where(inArray(reviewChanges.reviewId, ids))
    .orderBy(asc(reviewChanges.reviewId), asc(reviewChanges.number));
  for (const { change, name, username } of rows) {
    all.get(change.reviewId)?.push(openChange(change, { id: change.userId, name: name || username }, keys));
  }
  return all;
}

export interface Person {
  readonly full_name: string;
  readonly username: string;
}

/** Who they are; accounts are never removed. */
export async function personsOf(
  db: Executor,
  ids: readonly (string | null)[],
): Promise<(id: string | null) => Person> {
  const wanted = [...new Set(ids.filter((id) => id !== null))];
  const rows =
    wanted.length === 0
      ? []
      : await db
          .select({ id: users.id, full_name: users.fullName, username: users.username })
          .from(users)
          .where(inArray(users.id, wanted));
  const byId = new Map(rows.map(({ id, ...person }) => [id, person]));
  return (id) => byId.get(id ?? '') ?? { full_name: '', username: '' };
}
