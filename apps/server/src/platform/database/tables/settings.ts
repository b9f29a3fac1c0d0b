import { integer, jsonb, pgTable, uuid } from 'drizzle-orm/pg-core';
import { organisations, users } from './accounts.ts';
import { moment } from './moment.ts';

/** What an administrator set for an organization; without a row everything is at its default. */
export const organizationSettings = pgTable('organization_settings', {
  organisationId: uuid('organisation_id')
    .primaryKey()
    .references(() => organisations.id),
  /** Only what was ever set. */
  settings: jsonb('settings').$type<Readonly<Record<string, unknown>>>().notNull().default({}),
  /** Counted up with every change; the entity tag. */
  revision: integer('revision').notNull().default(0),
  /** When reports that are older than the organization keeps them were last erased. */
  retentionRunAt: moment('retention_run_at'),
  /** The time by which the last run called reports old; it moves forward by two days at most. */
  retentionReached: moment('retention_reached'),
  updatedAt: moment('updated_at').notNull(),
});

/** What an account set for itself; without a row everything is as it comes. */
export const userPreferences = pgTable('user_preferences', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** Only what was ever set. */
  preferences: jsonb('preferences').$type<Readonly<Record<string, unknown>>>().notNull().default({}),
  updatedAt: moment('updated_at').notNull(),
});
