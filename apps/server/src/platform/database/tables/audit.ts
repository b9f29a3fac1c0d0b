import { bigint, bigserial, index, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { moment } from './moment.ts';

/**
 * Who did what, when, to what, from where. A trigger refuses every change and removal. Entries of one
 * organisation form a chain: each is sealed together with the seal of the one before.
 */
export const auditEvents = pgTable(
  'audit_events',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    at: moment('at').notNull(),
    organisationId: uuid('organisation_id'),
    userId: uuid('user_id'),
    action: text('action').notNull(),
    outcome: text('outcome').$type<'success' | 'failure'>().notNull(),
    subjectId: text('subject_id'),
    address: text('address'),
    userAgent: text('user_agent'),
    requestId: text('request_id'),
    details: jsonb('details').$type<Readonly<Record<string, unknown>>>().notNull(),
    /** The organisation, or zeros for entries without one. Null only in entries that predate the chains. */
    chain: uuid('chain'),
    /** 1, 2, 3 … within a chain. */
    sequence: bigint('sequence', { mode: 'number' }),
    keyId: text('key_id'),
    seal: text('seal'),
  },
  (table) => [
    uniqueIndex('audit_events_of_chain').on(table.chain, table.sequence),
    index('audit_events_of_user').on(table.chain, table.userId, table.sequence),
    index('audit_events_of_subject').on(table.chain, table.subjectId, table.sequence),
  ],
);

/** The last entry of each chain, itself sealed; locked while an entry is appended. */
export const auditHeads = pgTable('audit_heads', {
  chain: uuid('chain').primaryKey(),
  sequence: bigint('sequence', { mode: 'number' }).notNull(),
  seal: text('seal').notNull(),
  keyId: text('key_id').notNull(),
  headSeal: text('head_seal').notNull(),
});
