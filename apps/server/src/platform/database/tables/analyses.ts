import type { AnalysisId, ServiceType } from '@second-read/core/analysis/manifest';
import type { WireFields } from '@second-read/core/analysis/report-module';
import type { ExamStatement } from '@second-read/core/exam/report/exam-statement';
import type { StoredExam } from '@second-read/core/exam/stored-exam';
import type { StoredOutcome } from '@second-read/core/exam/stored-outcome';
import type { AnyReading } from '@second-read/core/reading/reading';
import type { CaptureNote } from '@second-read/core/report/capture-note';
import type { SliceFacts } from '@second-read/core/series/slice-facts';
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  real,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { StudyFacts, Timings } from '../../compute/compute.ts';
import { ofOrganisation, ofUser } from './accounts.ts';
import { moment } from './moment.ts';

export const analysisStates = ['queued', 'running', 'completed', 'refused', 'failed', 'cancelled'] as const;
export type StoredState = (typeof analysisStates)[number];

/** Why a batch stopped. */
export const batchStops = ['cancelled', 'no_trials_remaining'] as const;
export type BatchStop = (typeof batchStops)[number];

/** `slices`: each slice is a separate analysis. `exam`: all slices are read to one report. */
export const batchKinds = ['slices', 'exam'] as const;
export type BatchKind = (typeof batchKinds)[number];

/**
 * The patient ID, sealed under the key that `patientKey` names (null: from before sealing), as is
 * `facts.patientId`. A generated one identifies no person and never matches another.
 */
const patient = () => ({
  patientId: text('patient_id').notNull(),
  patientKey: text('patient_key'),
  patientGenerated: boolean('patient_generated').notNull().default(false),
});

/**
 * A series that is read in the background. Each slice is an analysis that names its batch; an exam has one
 * more, without a slice number, which becomes the report.
 */
export const batches = pgTable(
  'batches',
  {
    id: uuid('id').primaryKey(),
    organisationId: ofOrganisation(),
    userId: ofUser(),
    module: text('module').$type<AnalysisId>().notNull(),
    serviceType: text('service_type').$type<ServiceType>().notNull(),
    ...patient(),
    /** The user said that the files are this patient's although they name another. */
    patientConfirmed: boolean('patient_confirmed').notNull().default(false),
    /** Whom the files name so far: digests, sealed with the patient ID. Null: no one yet. */
    identity: text('identity'),
    idempotencyKey: text('idempotency_key'),
    kind: text('kind').$type<BatchKind>().notNull().default('slices'),
    /** How many slices are to come. */
    slices: integer('slices').notNull(),
    /** Of an exam: what was said of it as it was sent. */
    statement: jsonb('statement').$type<ExamStatement>(),
    stoppedBecause: text('stopped_because').$type<BatchStop>(),
    createdAt: moment('created_at').notNull(),
    stoppedAt: moment('stopped_at'),
  },
  (table) => [
    uniqueIndex('batches_by_idempotency_key').on(table.userId, table.idempotencyKey),
    index('batches_of_user').on(table.userId, table.createdAt),
    index('batches_by_patient_key').on(table.patientKey),
    check('batches_slices_are_bounded', sql`${table.slices} BETWEEN 1 AND 1000`),
    check('batches_kind_is_known', sql`${table.kind} IN ('slices', 'exam')`),
    check('batches_stop_is_known', sql`${table.stoppedBecause} IN ('cancelled', 'no_trials_remaining')`),
  ],
);

/** What one slice leaves to the report of its exam. */
export interface ExamSliceRecord {
  readonly outcome: StoredOutcome;
  /** What its file says of its place; its identity was removed before. */
  readonly facts: SliceFacts;
  /** Null of a slice that was not read. */
  readonly images: ReportImages | null;
}

/** An analysis request and its outcome. While queued or running, a charged one reserves a trial. */
export const analyses = pgTable(
  'analyses',
  {
    id: uuid('id').primaryKey(),
    organisationId: ofOrganisation(),
    userId: ofUser(),
    module: text('module').$type<AnalysisId>().notNull(),
    serviceType: text('service_type').$type<ServiceType>().notNull(),
    ...patient(),
    idempotencyKey: text('idempotency_key'),
    /** Keyed digest of module, patient ID and pictures: defines "the same request". */
    requestHash: text('request_hash').notNull(),
    state: text('state').$type<StoredState>().notNull(),
    /** False for samples, which are not charged. */
    charged: boolean('charged').notNull(),
    /** Incremented when the same key is sent again after a failure. */
    attempt: integer('attempt').notNull().default(1),
    /** Token of the current run; a run that lost it must not store anything. */
    runToken: uuid('run_token'),
    /** Null of the analysis that makes the report of an exam: it is read from what its slices left. */
    sourceKey: text('source_key'),
    sourceBytes: bigint('source_bytes', { mode: 'number' }).notNull(),
    sourceSha256: text('source_sha256').notNull(),
    /** The archived instance of the picture, as JSON; sealed with the patient ID. Null: it came as a file. */
    origin: text('origin'),
    /** Identity and date stated by the file, as JSON; sealed with the patient ID. Null: none. */
    exam: text('exam'),
    /**
     * Keyed digest of module and uploaded file: equal for the same file of an organisation. Null for samples.
     */
    pictureDigest: text('picture_digest'),
    step: text('step').notNull().default(''),
    fraction: real('fraction').notNull().default(0),
    errorCode: text('error_code'),
    errorMessage: text('error_message'),
    facts: jsonb('facts').$type<StudyFacts>(),
    timingsMs: jsonb('timings_ms').$type<Timings>(),
    patientKnown: boolean('patient_known'),
    /** The requested frame of a multi-frame file, from 1; null leaves the choice to the decoder. */
    frame: integer('frame'),
    /** The batch it belongs to; null for a picture that was sent alone. */
    batchId: uuid('batch_id').references(() => batches.id),
    /** Its slice number in the series, from 1; the batch has the number of slices. */
    slice: integer('slice'),
    slices: integer('slices'),
    /** When the picture was taken, as whoever took it says; null: not said. */
    capture: jsonb('capture').$type<CaptureNote>(),
    /**
     * Urgency of the result, 0 (nothing found) to 100; null without a result. Orders the slices of a batch.
     */
    urgency: real('urgency'),
    /** Of a slice of an exam that was read: what the exam's report is made of. */
    examSlice: jsonb('exam_slice').$type<ExamSliceRecord>(),
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
    index('analyses_by_picture').on(table.pictureDigest).where(sql`${table.pictureDigest} IS NOT NULL`),
    uniqueIndex('analyses_of_batch').on(table.batchId, table.slice),
    index('analyses_by_source').on(table.sourceKey),
    index('analyses_broken_down')
      .on(table.userId, table.finishedAt)
      .where(sql`${table.errorCode} IN ('analysis_failed', 'analysis_timeout')`),
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
    organisationId: ofOrganisation(),
    userId: ofUser(),
    module: text('module').$type<AnalysisId>().notNull(),
    ...patient(),
    /** Keyed digest of the patient ID: equal for equal ones of an organisation. Null for a generated one. */
    patientDigest: text('patient_digest'),
    /**
     * Keyed digests of its parts of one to three characters by period, for searching; null: computed at the
     * next start.
     */
    searchTokens: integer('search_tokens').array(),
    wire: jsonb('wire').$type<WireFields>().notNull(),
    /**
     * The reading, by the module's own schema of that version; null: the engine gives none, or an older
     * report that no start has filled yet.
     */
    reading: jsonb('reading').$type<AnyReading | StoredExam>(),
    readingVersion: integer('reading_version'),
    /** The machine's own, in words, for searching; null: computed at the next start. */
    conclusion: text('conclusion'),
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
    // Of all modules together, for the list over them.
    index('reports_of_organisation_by_age').on(table.organisationId, table.createdAt, table.id),
    index('reports_of_user_by_age').on(table.userId, table.createdAt, table.id),
    index('reports_of_patient').on(table.organisationId, table.patientDigest),
    // Every search reads the list of pending entries that fastupdate would keep.
    index('reports_by_search_tokens').using('gin', table.searchTokens).with({ fastupdate: false }),
    index('reports_without_search_tokens').on(table.id).where(sql`${table.searchTokens} IS NULL`),
    index('reports_without_reading').on(table.id).where(sql`${table.reading} IS NULL`),
    index('reports_by_patient_key').on(table.patientKey),
  ],
);

/** A column that names the report a row belongs to, and is erased with. */
export function ofReport() {
  return text('report_id')
    .notNull()
    .references(() => reports.id, { onDelete: 'cascade' });
}

export const pushStates = ['queued', 'sent', 'failed'] as const;

/** Pushes to the archive, one row per form of a report, with their outcome. */
export const pacsPushes = pgTable(
  'pacs_pushes',
  {
    id: uuid('id').primaryKey(),
    organisationId: ofOrganisation(),
    reportId: ofReport(),
    /** The requester; of an automatic push, the report's owner. */
    userId: ofUser(),
    isAutomatic: boolean('is_automatic').notNull(),
    form: text('form').notNull(),
    state: text('state').$type<(typeof pushStates)[number]>().notNull(),
    /** Incremented with each new request; a job of an earlier round does nothing. */
    round: integer('round').notNull().default(1),
    /** Failed attempts of this round. */
    tries: integer('tries').notNull().default(0),
    /** Why the last attempt failed. */
    reason: text('reason'),
    message: text('message'),
    createdAt: moment('created_at').notNull(),
    updatedAt: moment('updated_at').notNull(),
  },
  (table) => [
    uniqueIndex('pacs_pushes_of_report').on(table.reportId, table.form),
    index('pacs_pushes_queued').on(table.updatedAt).where(sql`${table.state} = 'queued'`),
    check('pacs_pushes_state_is_known', sql`${table.state} IN ('queued', 'sent', 'failed')`),
  ],
);
