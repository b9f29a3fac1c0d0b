import type { AnalysisId } from '@second-read/core/analysis/manifest';
import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { ofOrganisation, ofUser, users } from './accounts.ts';
import { ofReport, reports } from './analyses.ts';
import { moment } from './moment.ts';

export const reviewRowStates = ['draft', 'signed', 'withdrawn'] as const;
export type ReviewRowState = (typeof reviewRowStates)[number];

/** The versions of a report that a clinician began or signed. A report without one is the machine's alone. */
export const reviews = pgTable(
  'reviews',
  {
    id: uuid('id').primaryKey(),
    reportId: ofReport(),
    organisationId: ofOrganisation(),
    /** From 1; an amendment is the next number. */
    version: integer('version').notNull(),
    state: text('state').$type<ReviewRowState>().notNull(),
    /** Counted up with everything that changes; the second part of the entity tag. */
    revision: integer('revision').notNull().default(0),
    /** Who writes, and until when; after that the last who did. */
    holderId: uuid('holder_id').references(() => users.id),
    heldUntil: moment('held_until'),
    /** How many changes it has, and how many characters they take. */
    changes: integer('changes').notNull().default(0),
    characters: integer('characters').notNull().default(0),
    /**
     * What was signed, as JSON: reading, wire fields and texts, so that no later rule changes it. Sealed, as
     * the reasons are, under the key that `patientKey` names. Null in a draft.
     */
    content: text('content'),
    /**
     * What lists show of the version, as JSON and sealed like `content`: computed when it was last changed.
     * Null where nothing was changed, and in versions from before it was kept.
     */
    summary: text('summary'),
    /** How urgent the version is, as the worklist ranks it; null where it says what the machine did. */
    level: smallint('level'),
    patientKey: text('patient_key').notNull(),
    /** Why it was amended, or what its reader said when signing. */
    reason: text('reason'),
    signedBy: uuid('signed_by').references(() => users.id),
    signedAt: moment('signed_at'),
    /** Of a signed version: sixteen characters of Crockford's base 32. */
    verificationCode: text('verification_code').unique(),
    withdrawReason: text('withdraw_reason'),
    withdrawnBy: uuid('withdrawn_by').references(() => users.id),
    withdrawnAt: moment('withdrawn_at'),
    createdAt: moment('created_at').notNull(),
    updatedAt: moment('updated_at').notNull(),
  },
  (table) => [
    uniqueIndex('reviews_of_report').on(table.reportId, table.version),
    uniqueIndex('reviews_one_draft').on(table.reportId).where(sql`${table.state} = 'draft'`),
    index('reviews_by_patient_key').on(table.patientKey),
    check('reviews_state_is_known', sql`${table.state} IN ('draft', 'signed', 'withdrawn')`),
  ],
);

/** The changes of a version in their order. Rows are added and never altered, but for a new key. */
export const reviewChanges = pgTable(
  'review_changes',
  {
    reviewId: uuid('review_id')
      .notNull()
      .references(() => reviews.id, { onDelete: 'cascade' }),
    /** From 1, without gaps. */
    number: integer('number').notNull(),
    /** Chosen by the caller: sent twice it is kept once. */
    id: uuid('id').notNull(),
    userId: ofUser(),
    /** The change as JSON, sealed under the key that `patientKey` names: it may hold free text. */
    change: text('change').notNull(),
    patientKey: text('patient_key').notNull(),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.reviewId, table.number] }),
    uniqueIndex('review_changes_by_id').on(table.reviewId, table.id),
    index('review_changes_by_patient_key').on(table.patientKey),
  ],
);

/** One row per report: its place among those that wait for a reader. */
export const worklist = pgTable(
  'worklist',
  {
    reportId: text('report_id')
      .primaryKey()
      .references(() => reports.id, { onDelete: 'cascade' }),
    organisationId: ofOrganisation(),
    module: text('module').$type<AnalysisId>().notNull(),
    /** False once it is signed or withdrawn; an amendment opens it again. */
    isOpen: boolean('is_open').notNull().default(true),
    /** 3 urgent, 2 finding, 1 nothing could be judged, 0 nothing found. */
    level: smallint('level').notNull(),
    /** Of the same level: the module's own order, 0 to 100. */
    urgency: doublePrecision('urgency').notNull(),
    version: integer('version').notNull().default(1),
    /** How many readers gave an opinion before they saw the result. */
    opinions: smallint('opinions').notNull().default(0),
    /** As in the version that is being written. */
    holderId: uuid('holder_id').references(() => users.id),
    heldUntil: moment('held_until'),
    /** Whom it was given to; anyone may still read it. */
    assigneeId: uuid('assignee_id').references(() => users.id),
    /** The report's own moment. */
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    index('worklist_open')
      .on(
        table.organisationId,
        table.level.desc().nullsFirst(),
        table.urgency.desc().nullsFirst(),
        table.createdAt,
        table.reportId,
      )
      .where(sql`${table.isOpen}`),
    index('worklist_open_of_module')
      .on(
        table.organisationId,
        table.module,
        table.level.desc().nullsFirst(),
        table.urgency.desc().nullsFirst(),
        table.createdAt,
        table.reportId,
      )
      .where(sql`${table.isOpen}`),
    index('worklist_held')
      .on(table.organisationId, table.holderId, table.heldUntil)
      .where(sql`${table.isOpen}`),
    index('worklist_assigned').on(table.organisationId, table.assigneeId).where(sql`${table.isOpen}`),
    index('worklist_by_level_and_age')
      .on(table.organisationId, table.level, table.createdAt)
      .where(sql`${table.isOpen}`),
    index('worklist_by_age')
      .on(table.organisationId, table.createdAt, table.reportId)
      .where(sql`${table.isOpen}`),
    index('worklist_with_opinions')
      .on(table.organisationId)
      .where(sql`${table.isOpen} AND (${table.opinions} > 0 OR ${table.version} > 1)`),
  ],
);

/** What the worklist keeps of each account: when it last looked, and its filters. */
export const worklistReaders = pgTable('worklist_readers', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  lookedAt: moment('looked_at').notNull(),
  filters: jsonb('filters').notNull().default({}),
});
