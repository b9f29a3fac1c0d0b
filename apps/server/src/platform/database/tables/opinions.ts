import type { AnalysisId } from '@second-read/core/analysis/manifest';
import type { Opinion } from '@second-read/core/review/opinion/opinion';
import { boolean, index, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { ofOrganisation, ofUser } from './accounts.ts';
import { ofReport } from './analyses.ts';
import { moment } from './moment.ts';

/** What a reader said of a report before its result was shown to them. Rows are added and never altered. */
export const opinions = pgTable(
  'opinions',
  {
    reportId: ofReport(),
    userId: ofUser(),
    organisationId: ofOrganisation(),
    module: text('module').$type<AnalysisId>().notNull(),
    /** Codes, sides and places alone: no words of the reader's. */
    opinion: jsonb('opinion').$type<Opinion>().notNull(),
    isAbnormal: boolean('is_abnormal').notNull(),
    /** The machine's result when the opinion was given, and whether both say the same. */
    machineIsAbnormal: boolean('machine_is_abnormal').notNull(),
    agrees: boolean('agrees').notNull(),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.reportId, table.userId] }),
    index('opinions_of_organisation').on(table.organisationId, table.module),
  ],
);

/** A row: the reader wants to read first, where the organization leaves it open. */
export const readFirstChoices = pgTable(
  'read_first_choices',
  {
    userId: ofUser(),
    module: text('module').$type<AnalysisId>().notNull(),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.module] })],
);
