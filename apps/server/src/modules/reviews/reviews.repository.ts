import type { StoredChange } from '@second-read/core/review/change';
import { and, asc, desc, eq, getTableColumns, gte, inArray, ne, sql } from 'drizzle-orm';
import type { AppContext, Executor } from '../../context.ts';
import {
  organisations,
  pacsPushes,
  reports,
  reviewChanges,
  reviews,
  users,
} from '../../platform/database/schema.ts';
import { openChange } from './sealed-review.ts';

export type ReviewRow = typeof reviews.$inferSelect;
type Keys = AppContext['config']['keys'];

/** The versions of a report, the first first; locked until the end of the transaction where asked for. */
export async function versionsOf(db: Executor, reportId: string, lock?: 'lock'): Promise<ReviewRow[]> {
  const query = () =>
    db.select().from(reviews).where(eq(reviews.reportId, reportId)).orderBy(asc(reviews.version));
  if (lock === undefined) return query();
  // A version that is added locks its report: whoever erases the report locks that first.
  await db.select({ id: reports.id }).from(reports).where(eq(reports.id, reportId)).for('key share');
  // What another call inserted while this one waited for the lock is only in a second look.
  await query().for('update');
  return query().for('update');
}

/** Whether something of the report was on its way to the archive at this time or later. */
export async function wasPushedSince(db: Executor, reportId: string, since: Date): Promise<boolean> {
  const { reportId: of, state, updatedAt } = pacsPushes;
  const pushed = and(eq(of, reportId), ne(state, 'failed'), gte(updatedAt, since));
  return (await db.select({ id: pacsPushes.id }).from(pacsPushes).where(pushed).limit(1)).length > 0;
}

/** `summary`: without the content of those that have one. */
export function versionsOfReports(
  db: Executor,
  reportIds: readonly string[],
  depth: 'whole' | 'summary',
): Promise<ReviewRow[]> {
  if (reportIds.length === 0) return Promise.resolve([]);
  const { content, summary, ...columns } = getTableColumns(reviews);
  const wanted =
    depth === 'whole' ? content : sql<string | null>`CASE WHEN ${summary} IS NULL THEN ${content} END`;
  return db
    .select({ ...columns, summary, content: wanted })
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
  const sealed = await sealedChangesOf(db, versions);
  return new Map([...sealed].map(([id, rows]) => [id, openChanges(rows, keys)]));
}

interface SealedChange {
  readonly change: typeof reviewChanges.$inferSelect;
  readonly name: string;
  readonly username: string;
}

/** As `changesOf`, still sealed. */
export async function sealedChangesOf(
  db: Executor,
  versions: readonly Pick<ReviewRow, 'id' | 'changes'>[],
): Promise<Map<string, SealedChange[]>> {
  const ids = versions.filter(({ changes }) => changes > 0).map(({ id }) => id);
  const all = new Map<string, SealedChange[]>(versions.map(({ id }) => [id, []]));
  if (ids.length === 0) return all;
  const rows = await db
    .select({ change: reviewChanges, name: users.fullName, username: users.username })
    .from(reviewChanges)
    .innerJoin(users, eq(users.id, reviewChanges.userId))
    .where(inArray(reviewChanges.reviewId, ids))
    .orderBy(asc(reviewChanges.reviewId), asc(reviewChanges.number));
  for (const row of rows) all.get(row.change.reviewId)?.push(row);
  return all;
}

export function openChanges(rows: readonly SealedChange[], keys: Keys): StoredChange[] {
  return rows.map(({ change, name, username }) =>
    openChange(change, { id: change.userId, name: name || username }, keys),
  );
}

/** Who made the last change of each version that has one. */
export async function lastReadersOf(
  db: Executor,
  versions: readonly Pick<ReviewRow, 'id' | 'changes'>[],
): Promise<Map<string, string>> {
  const ids = versions.filter(({ changes }) => changes > 0).map(({ id }) => id);
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectDistinctOn([reviewChanges.reviewId], { id: reviewChanges.reviewId, name: nameOfUser })
    .from(reviewChanges)
    .innerJoin(users, eq(users.id, reviewChanges.userId))
    .where(inArray(reviewChanges.reviewId, ids))
    .orderBy(asc(reviewChanges.reviewId), desc(reviewChanges.number));
  return new Map(rows.map(({ id, name }) => [id, name]));
}

const nameOfUser = sql<string>`COALESCE(NULLIF(${users.fullName}, ''), ${users.username})`;

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
          .select({
            id: users.id,
            full_name: users.fullName,
            username: users.username,
            isDemo: organisations.isDemo,
          })
          .from(users)
          .innerJoin(organisations, eq(organisations.id, users.organisationId))
          .where(inArray(users.id, wanted));
  const byId = new Map(rows.map(({ id, isDemo, ...person }) => [id, isDemo ? marked(person) : person]));
  return (id) => byId.get(id ?? '') ?? { full_name: '', username: '' };
}

/** A signature of the demo is no clinician's: each screen and export says so with the name. */
export const demoMark = ' (demo)';

function marked({ full_name, username }: Person): Person {
  return { full_name: `${full_name || username}${demoMark}`, username };
}
