import type { AnalysisId } from '@second-read/core/analysis/manifest';
import { sql } from 'drizzle-orm';
import {
  check,
  doublePrecision,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { ofOrganisation, users } from './accounts.ts';
import { reports } from './analyses.ts';
import { moment } from './moment.ts';

/** A result that was notified; at most once per report. */
export const alarms = pgTable(
  'alarms',
  {
    reportId: text('report_id')
      .primaryKey()
      .references(() => reports.id, { onDelete: 'cascade' }),
    organisationId: ofOrganisation(),
    module: text('module').$type<AnalysisId>().notNull(),
    /**
     * `urgent`: as the report ranks it. `budget`: its score reaches the threshold of the alarm budget.
     * `read_first`: neither, but its readers read first, whom an alarm for urgent results alone would tell
     * the result.
     */
    reason: text('reason').$type<'urgent' | 'budget' | 'read_first'>().notNull(),
    /** Of slices that are read one by one: their series, which alarms once. */
    seriesId: uuid('series_id').unique(),
    /** Of `budget`, in percent: what the result had, and what was asked for. */
    score: doublePrecision('score'),
    threshold: doublePrecision('threshold'),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    index('alarms_by_organisation').on(table.organisationId, table.createdAt),
    check('alarms_reason_is_known', sql`${table.reason} IN ('urgent', 'budget', 'read_first')`),
  ],
);

/** An alarm as one account sees it in the application. */
export const notifications = pgTable(
  'notifications',
  {
    reportId: text('report_id')
      .notNull()
      .references(() => alarms.reportId, { onDelete: 'cascade' }),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    createdAt: moment('created_at').notNull(),
    readAt: moment('read_at'),
  },
  (table) => [
    primaryKey({ columns: [table.reportId, table.userId] }),
    index('notifications_of_user').on(table.userId, table.createdAt.desc().nullsFirst()),
    index('notifications_unread').on(table.userId).where(sql`${table.readAt} IS NULL`),
  ],
);

export const messageStates = ['queued', 'sent', 'failed'] as const;

/** An alarm on its way out of the application; once per report, channel and receiver. */
export const alarmMessages = pgTable(
  'alarm_messages',
  {
    id: uuid('id').primaryKey(),
    reportId: text('report_id')
      .notNull()
      .references(() => alarms.reportId, { onDelete: 'cascade' }),
    organisationId: ofOrganisation(),
    channel: text('channel').$type<'email' | 'webhook'>().notNull(),
    /** E-mail address, or the webhook's URL. */
    receiver: text('receiver').notNull(),
    state: text('state').$type<(typeof messageStates)[number]>().notNull().default('queued'),
    tries: integer('tries').notNull().default(0),
    /** Why the last try failed. */
    reason: text('reason'),
    createdAt: moment('created_at').notNull(),
    updatedAt: moment('updated_at').notNull(),
  },
  (table) => [
    uniqueIndex('alarm_messages_once').on(table.reportId, table.channel, table.receiver),
    index('alarm_messages_waiting').on(table.updatedAt).where(sql`${table.state} = 'queued'`),
    check('alarm_messages_state_is_known', sql`${table.state} IN ('queued', 'sent', 'failed')`),
    check('alarm_messages_channel_is_known', sql`${table.channel} IN ('email', 'webhook')`),
  ],
);
