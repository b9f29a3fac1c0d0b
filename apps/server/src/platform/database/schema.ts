import type { AnalysisId, ServiceType } from '@second-read/core/analysis/manifest';
import type { WireFields } from '@second-read/core/analysis/report-module';
import { sql } from 'drizzle-orm';
import {
  bigint,
  bigserial,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  real,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { StudyFacts, Timings } from '../compute/compute.ts';

const moment = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: 'date' });

export const organisations = pgTable('organisations', {
  id: uuid('id').primaryKey(),
  name: text('name').notNull().unique(),
  isDemo: boolean('is_demo').notNull().default(false),
  /** Nobody of a disabled organisation gets in; what it stored stays. */
  disabledAt: moment('disabled_at'),
  /** Whether accounts need a second factor. */
  requiresTotp: boolean('requires_totp').notNull().default(false),
  createdAt: moment('created_at').notNull().defaultNow(),
});

/** `username` and `email` are kept in lower case: people sign in however they type them. */
export const users = pgTable(
  'users',
  {
    id: uuid('id').primaryKey(),
    organisationId: uuid('organisation_id')
      .notNull()
      .references(() => organisations.id),
    username: text('username').notNull().unique(),
    email: text('email').notNull().unique(),
    fullName: text('full_name').notNull(),
    /** argon2id, in its own encoding. */
    passwordHash: text('password_hash').notNull(),
    /** Set for a one-time password: until then it may be exchanged for one of the owner's choice. */
    passwordEndsAt: moment('password_ends_at'),
    /** An auditor may also see the organisation's audit trail. */
    role: text('role').$type<'reader' | 'auditor'>().notNull().default('reader'),
    /** Secret of the authenticator app, sealed under the key that `totpKey` names; asked for once confirmed. */
    totpSecret: text('totp_secret'),
    totpKey: text('totp_key'),
    totpConfirmedAt: moment('totp_confirmed_at'),
    /** Half minutes since 1970 of the last code that was taken: a code works once. */
    totpLastStep: bigint('totp_last_step', { mode: 'number' }),
    /** argon2id of each recovery code that was not used yet. */
    recoveryCodes: text('recovery_codes').array(),
    disabledAt: moment('disabled_at'),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [index('users_by_organisation').on(table.organisationId)],
);

/**
 * One sign-in and the family of refresh tokens that grew from it. A refresh token names its
 * session and generation; only the current generation is good, an older one betrays reuse.
 */
export const sessions = pgTable(
  'sessions',
  {
    id: uuid('id').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    generation: integer('generation').notNull().default(0),
    address: text('address'),
    userAgent: text('user_agent'),
    createdAt: moment('created_at').notNull().defaultNow(),
    lastUsedAt: moment('last_used_at').notNull().defaultNow(),
    expiresAt: moment('expires_at').notNull(),
    revokedAt: moment('revoked_at'),
    /** `logout`, `reuse`, … */
    revokedBecause: text('revoked_because'),
  },
  (table) => [index('sessions_by_user').on(table.userId)],
);

/** Failed sign-ins per keyed digest of account and address; rows are dropped once their window is over. */
export const loginAttempts = pgTable(
  'login_attempts',
  {
    key: text('key').primaryKey(),
    failures: integer('failures').notNull(),
    windowEndsAt: moment('window_ends_at').notNull(),
  },
  (table) => [index('login_attempts_by_end').on(table.windowEndsAt)],
);

/** How many analyses of one service an account may have, and has had. Charged where a report is stored. */
export const trials = pgTable(
  'trials',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    serviceType: text('service_type').$type<ServiceType>().notNull(),
    allowed: integer('allowed').notNull(),
    used: integer('used').notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.serviceType] }),
    check('trials_used_is_not_negative', sql`${table.used} >= 0`),
  ],
);

export const analysisStates = ['queued', 'running', 'completed', 'refused', 'failed', 'cancelled'] as const;
export type StoredState = (typeof analysisStates)[number];

/** Why nothing more of a batch is read. */
export const batchStops = ['cancelled', 'no_trials_remaining'] as const;
export type BatchStop = (typeof batchStops)[number];

/** A series that is read slice by slice in the background. Each slice is an ordinary analysis that names its batch. */
export const batches = pgTable(
  'batches',
  {
    id: uuid('id').primaryKey(),
    organisationId: uuid('organisation_id')
      .notNull()
      .references(() => organisations.id),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    module: text('module').$type<AnalysisId>().notNull(),
    serviceType: text('service_type').$type<ServiceType>().notNull(),
    /** Sealed under the key that `patientKey` names. */
    patientId: text('patient_id').notNull(),
    patientKey: text('patient_key'),
    idempotencyKey: text('idempotency_key'),
    /** How many slices are to come. */
    slices: integer('slices').notNull(),
    stoppedBecause: text('stopped_because').$type<BatchStop>(),
    createdAt: moment('created_at').notNull(),
    stoppedAt: moment('stopped_at'),
  },
  (table) => [
    uniqueIndex('batches_by_idempotency_key').on(table.userId, table.idempotencyKey),
    index('batches_of_user').on(table.userId, table.createdAt),
    index('batches_by_patient_key').on(table.patientKey),
    check('batches_slices_are_bounded', sql`${table.slices} BETWEEN 1 AND 1000`),
    check('batches_stop_is_known', sql`${table.stoppedBecause} IN ('cancelled', 'no_trials_remaining')`),
  ],
);

/** What was asked for and what became of it. While queued or running, a charged one holds a trial back. */
export const analyses = pgTable(
  'analyses',
  {
    id: uuid('id').primaryKey(),
    organisationId: uuid('organisation_id')
      .notNull()
      .references(() => organisations.id),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    module: text('module').$type<AnalysisId>().notNull(),
    serviceType: text('service_type').$type<ServiceType>().notNull(),
    /** Sealed under the key that `patientKey` names, as is `facts.patientId`; null: from before sealing. */
    patientId: text('patient_id').notNull(),
    patientKey: text('patient_key'),
    idempotencyKey: text('idempotency_key'),
    /** Keyed digest of module, patient ID and pictures: what "the same request" means. */
    requestHash: text('request_hash').notNull(),
    state: text('state').$type<StoredState>().notNull(),
    /** False for samples: their results are not charged to anyone. */
    charged: boolean('charged').notNull(),
    /** Counted up when the same key is sent again after a failure. */
    attempt: integer('attempt').notNull().default(1),
    /** Names the one run whose result counts; a run that lost it must not store anything. */
    runToken: uuid('run_token'),
    sourceKey: text('source_key').notNull(),
    sourceBytes: bigint('source_bytes', { mode: 'number' }).notNull(),
    sourceSha256: text('source_sha256').notNull(),
    /** The instance of an archive that the picture is, as JSON; sealed with the patient ID. Null: it came as a file. */
    origin: text('origin'),
    step: text('step').notNull().default(''),
    fraction: real('fraction').notNull().default(0),
    errorCode: text('error_code'),
    errorMessage: text('error_message'),
    facts: jsonb('facts').$type<StudyFacts>(),
    timingsMs: jsonb('timings_ms').$type<Timings>(),
    patientKnown: boolean('patient_known'),
    /** The frame of a multi-frame file that was asked for, from 1; null leaves the choice to the decoder. */
    frame: integer('frame'),
    /** The batch it belongs to; null for a picture that was sent alone. */
    batchId: uuid('batch_id').references(() => batches.id),
    /** Its place in the series, from 1, where it is of one; of a batch that one says how many slices there are. */
    slice: integer('slice'),
    slices: integer('slices'),
    /** How urgent the result is, 0 (nothing found) to 100; null without a result. Orders the slices of a batch. */
    urgency: real('urgency'),
    createdAt: moment('created_at').notNull(),
    deadlineAt: moment('deadline_at').notNull(),
    startedAt: moment('started_at'),
    finishedAt: moment('finished_at'),
  },
  (table) => [
    uniqueIndex('analyses_by_idempotency_key').on(table.userId, table.idempotencyKey),
    index('analyses_in_flight_by_user')
      .on(table.userId, table.serviceType)
      .where(sql`${table.state} IN ('queued', 'running')`),
    index('analyses_in_flight_by_deadline')
      .on(table.deadlineAt)
      .where(sql`${table.state} IN ('queued', 'running')`),
    index('analyses_by_patient_key').on(table.patientKey),
    index('analyses_from_archive').on(table.finishedAt).where(sql`${table.origin} IS NOT NULL`),
    uniqueIndex('analyses_of_batch').on(table.batchId, table.slice),
    index('analyses_by_source').on(table.sourceKey),
    check(
      'analyses_state_is_known',
      sql`${table.state} IN ('queued', 'running', 'completed', 'refused', 'failed', 'cancelled')`,
    ),
  ],
);

/** Blob keys of a report's pictures, by role. */
export interface ReportImages {
  readonly original: string;
  readonly segmented?: string;
  readonly overlay?: string;
  readonly figure?: string;
  readonly labels: string;
}

export const reports = pgTable(
  'reports',
  {
    /** Prefix of the module and the id of the analysis: one analysis cannot become two reports. */
    id: text('id').primaryKey(),
    analysisId: uuid('analysis_id')
      .notNull()
      .unique()
      .references(() => analyses.id),
    organisationId: uuid('organisation_id')
      .notNull()
      .references(() => organisations.id),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    module: text('module').$type<AnalysisId>().notNull(),
    /** Sealed under the key that `patientKey` names; null: from before sealing. */
    patientId: text('patient_id').notNull(),
    patientKey: text('patient_key'),
    /** Keyed digest of the patient ID: equal for equal ones of an organisation. */
    patientDigest: text('patient_digest'),
    /** Keyed digests of its parts of one to three characters by period, for searching; null: to be made at the next start. */
    searchTokens: integer('search_tokens').array(),
    wire: jsonb('wire').$type<WireFields>().notNull(),
    images: jsonb('images').$type<ReportImages>().notNull(),
    study: jsonb('study').$type<StudyFacts>().notNull(),
    scores: jsonb('scores').notNull(),
    candidates: jsonb('candidates').notNull(),
    createdAt: moment('created_at').notNull(),
    updatedAt: moment('updated_at').notNull(),
  },
  (table) => [
    index('reports_of_organisation').on(table.organisationId, table.module, table.createdAt, table.id),
    index('reports_of_user').on(table.userId, table.module, table.createdAt, table.id),
    index('reports_of_patient').on(table.organisationId, table.patientDigest),
    // Every search reads the list of pending entries that fastupdate would keep.
    index('reports_by_search_tokens').using('gin', table.searchTokens).with({ fastupdate: false }),
    index('reports_without_search_tokens').on(table.id).where(sql`${table.searchTokens} IS NULL`),
    index('reports_by_patient_key').on(table.patientKey),
  ],
);

export const pushStates = ['queued', 'sent', 'failed'] as const;

/** What is to be sent to the archive, one row for each form of a report, and what became of it. */
export const pacsPushes = pgTable(
  'pacs_pushes',
  {
    id: uuid('id').primaryKey(),
    organisationId: uuid('organisation_id')
      .notNull()
      .references(() => organisations.id),
    reportId: text('report_id')
      .notNull()
      .references(() => reports.id, { onDelete: 'cascade' }),
    /** Who asked for it; of an automatic one, whose report it is. */
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    isAutomatic: boolean('is_automatic').notNull(),
    form: text('form').notNull(),
    state: text('state').$type<(typeof pushStates)[number]>().notNull(),
    /** Counted up each time it is asked for anew; a job of an earlier round does nothing. */
    round: integer('round').notNull().default(1),
    /** Failed tries of this round. */
    tries: integer('tries').notNull().default(0),
    /** Why the last try failed. */
    reason: text('reason'),
    message: text('message'),
    /** Blob of a document that only the browser can draw, until it is sent. */
    documentKey: text('document_key'),
    createdAt: moment('created_at').notNull(),
    updatedAt: moment('updated_at').notNull(),
  },
  (table) => [
    uniqueIndex('pacs_pushes_of_report').on(table.reportId, table.form),
    index('pacs_pushes_queued').on(table.updatedAt).where(sql`${table.state} = 'queued'`),
    check('pacs_pushes_state_is_known', sql`${table.state} IN ('queued', 'sent', 'failed')`),
  ],
);

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
    /** The organisation, or zeros for what belongs to none. Null only in entries from before the chains. */
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
