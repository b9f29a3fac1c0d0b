import { and, asc, count, desc, eq, getTableColumns, inArray, isNull, sql } from 'drizzle-orm';
import type { Executor } from '../../context.ts';
import { alarmMessages, alarms, notifications } from '../../platform/database/schema.ts';
import { uuidV7 } from '../../platform/ids/uuid-v7.ts';

export type MessageRow = typeof alarmMessages.$inferSelect;

/** False where the report, or its series, has alarmed already. */
export async function insertAlarm(tx: Executor, row: typeof alarms.$inferInsert): Promise<boolean> {
  const made = await tx.insert(alarms).values(row).onConflictDoNothing().returning({ id: alarms.reportId });
  return made.length > 0;
}

export async function insertNotifications(
  tx: Executor,
  { reportId, userIds, now }: { reportId: string; userIds: readonly string[]; now: Date },
): Promise<void> {
  if (userIds.length === 0) return;
  const rows = userIds.map((userId) => ({ reportId, userId, createdAt: now }));
  await tx.insert(notifications).values(rows).onConflictDoNothing();
}

interface NewMessages {
  readonly reportId: string;
  readonly organisationId: string;
  readonly receivers: readonly Pick<MessageRow, 'channel' | 'receiver'>[];
  readonly now: Date;
}

export async function insertMessages(
  tx: Executor,
  { reportId, organisationId, receivers, now }: NewMessages,
): Promise<void> {
  if (receivers.length === 0) return;
  const rows = receivers.map((receiver) => ({
    ...{ id: uuidV7(now), reportId, organisationId, createdAt: now, updatedAt: now },
    ...receiver,
  }));
  await tx.insert(alarmMessages).values(rows).onConflictDoNothing();
}

/** With the module of its report. */
export async function findMessage(db: Executor, id: string) {
  const [row] = await db
    .select({ ...getTableColumns(alarmMessages), module: alarms.module })
    .from(alarmMessages)
    .innerJoin(alarms, eq(alarms.reportId, alarmMessages.reportId))
    .where(eq(alarmMessages.id, id));
  return row;
}

/** Those that were not sent yet, the oldest first. */
export function findQueued(db: Executor): Promise<MessageRow[]> {
  const { state, createdAt } = alarmMessages;
  return db.select().from(alarmMessages).where(eq(state, 'queued')).orderBy(asc(createdAt)).limit(100);
}

/** False where it is no longer queued. */
export async function updateMessage(
  db: Executor,
  id: string,
  change: Partial<Pick<MessageRow, 'state' | 'tries' | 'reason' | 'updatedAt'>>,
): Promise<boolean> {
  const rows = await db
    .update(alarmMessages)
    .set(change)
    .where(and(eq(alarmMessages.id, id), eq(alarmMessages.state, 'queued')))
    .returning({ id: alarmMessages.id });
  return rows.length > 0;
}

export function lastMessages(db: Executor, organisationId: string, most: number): Promise<MessageRow[]> {
  return db
    .select()
    .from(alarmMessages)
    .where(eq(alarmMessages.organisationId, organisationId))
    .orderBy(desc(alarmMessages.updatedAt))
    .limit(most);
}

/** Of an account, the newest first. */
export function notificationsOf(db: Executor, userId: string, most: number) {
  return db
    .select({ notification: notifications, alarm: alarms })
    .from(notifications)
    .innerJoin(alarms, eq(alarms.reportId, notifications.reportId))
    .where(eq(notifications.userId, userId))
    .orderBy(desc(notifications.createdAt), desc(notifications.reportId))
    .limit(most);
}

/** Counted to `most`. */
export async function countUnread(db: Executor, userId: string, most: number): Promise<number> {
  const unread = db
    .select({ one: sql`1` })
    .from(notifications)
    .where(and(eq(notifications.userId, userId), isNull(notifications.readAt)))
    .limit(most)
    .as('unread');
  const [row] = await db.select({ count: count() }).from(unread);
  return row?.count ?? 0;
}

/** Of the account's own alone; `reportIds` undefined: all. */
export async function markRead(
  db: Executor,
  userId: string,
  { reportIds, readAt }: { reportIds: readonly string[] | undefined; readAt: Date | null },
): Promise<void> {
  const which = reportIds && inArray(notifications.reportId, [...reportIds]);
  if (reportIds?.length === 0) return;
  await db
    .update(notifications)
    .set({ readAt })
    .where(and(eq(notifications.userId, userId), which));
}
