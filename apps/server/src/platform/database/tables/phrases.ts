import type { AnalysisId } from '@second-read/core/analysis/manifest';
import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { ofUser } from './accounts.ts';
import { moment } from './moment.ts';

/** Sentences that a clinician keeps for the reports of one module. */
export const phrases = pgTable(
  'phrases',
  {
    id: uuid('id').primaryKey(),
    userId: ofUser(),
    module: text('module').$type<AnalysisId>().notNull(),
    /** Name and text as JSON, sealed under the key that `patientKey` names: a text may name a patient. */
    content: text('content').notNull(),
    patientKey: text('patient_key').notNull(),
    createdAt: moment('created_at').notNull(),
    updatedAt: moment('updated_at').notNull(),
  },
  (table) => [
    index('phrases_of_user').on(table.userId, table.module),
    index('phrases_by_patient_key').on(table.patientKey),
  ],
);
