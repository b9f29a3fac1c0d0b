import type { AnalysisId } from '@second-read/core/analysis/manifest';
import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import type { Executor } from '../../../context.ts';
import { opinions, readFirstChoices } from '../../../platform/database/schema.ts';

export type OpinionRow = typeof opinions.$inferSelect;

/** Of these reports, in the order in which they were given. */
export function opinionsOfReports(db: Executor, reportIds: readonly string[]): Promise<OpinionRow[]> {
  if (reportIds.length === 0) return Promise.resolve([]);
  return db
    .select()
    .from(opinions)
    .where(inArray(opinions.reportId, [...reportIds]))
    .orderBy(asc(opinions.createdAt), asc(opinions.userId));
}

/** False where the reader gave one before. */
export async function insertOpinion(db: Executor, row: OpinionRow): Promise<boolean> {
  const made = await db
    .insert(opinions)
    .values(row)
    .onConflictDoNothing()
    .returning({ id: opinions.reportId });
  return made.length > 0;
}

/** How often reader and machine said the same, per module; of one reader or of all. */
export function countOpinions(db: Executor, organisationId: string, userId?: string) {
  const counted = (condition: ReturnType<typeof sql>) =>
    sql<number>`count(*) FILTER (WHERE ${condition})`.mapWith(Number);
  const { module, isAbnormal: reader, machineIsAbnormal: machine } = opinions;
  return db
    .select({
      module,
      both: counted(sql`${reader} AND ${machine}`),
      readerOnly: counted(sql`${reader} AND NOT ${machine}`),
      machineOnly: counted(sql`NOT ${reader} AND ${machine}`),
      neither: counted(sql`NOT ${reader} AND NOT ${machine}`),
      same: counted(sql`${opinions.agrees}`),
    })
    .from(opinions)
    .where(
      and(
        eq(opinions.organisationId, organisationId),
        userId === undefined ? undefined : eq(opinions.userId, userId),
      ),
    )
    .groupBy(module)
    .orderBy(asc(module));
}

/** Modules in which the reader wants to read first, and since when. */
export function choicesOf(
  db: Executor,
  userId: string,
): Promise<{ readonly module: AnalysisId; readonly createdAt: Date }[]> {
  const { module, createdAt } = readFirstChoices;
  return db.select({ module, createdAt }).from(readFirstChoices).where(eq(readFirstChoices.userId, userId));
}

/** Of these accounts, those that want to read the module first. */
export async function choosersOf(
  db: Executor,
  module: AnalysisId,
  userIds: readonly string[],
): Promise<string[]> {
  if (userIds.length === 0) return [];
  const { userId } = readFirstChoices;
  const isOne = and(eq(readFirstChoices.module, module), inArray(userId, [...userIds]));
  return (await db.select({ userId }).from(readFirstChoices).where(isOne)).map((row) => row.userId);
}

export async function setChoice(
  db: Executor,
  { userId, module, createdAt, isOn }: typeof readFirstChoices.$inferInsert & { isOn: boolean },
): Promise<void> {
  if (isOn) await db.insert(readFirstChoices).values({ userId, module, createdAt }).onConflictDoNothing();
  else
    await db
      .delete(readFirstChoices)
      .where(and(eq(readFirstChoices.userId, userId), eq(readFirstChoices.module, module)));
}
