import { examStatement } from '@second-read/core/exam/report/exam-statement';
import { z } from 'zod';
import { isVisibleText, patientIdMaxLength } from './analyses.ts';
import { moduleId } from './module-id.ts';

/** As many slices as one batch may have. */
export const batchMaxSlices = 1000;

/** Header `Idempotency-Key`, optional: the same key never makes a second batch. */
export const batchRequest = z.object({
  patient_id: z.string().trim().refine(isVisibleText, 'is required').max(patientIdMaxLength),
  /** True where the program made the patient ID up. */
  patient_id_generated: z.boolean().optional(),
  /** True where the files are this patient's although they name another. */
  patient_id_confirmed: z.boolean().optional(),
  slices: z.number().int().min(1).max(batchMaxSlices),
  /** `exam`: all slices are read to one report and charged once. Of modules that read exams. */
  kind: z.enum(['slices', 'exam']).optional(),
  /** Of an exam: what is said of it as it is sent. */
  exam: examStatement.optional(),
});
export type BatchRequest = z.infer<typeof batchRequest>;

export const batchParams = z.object({ id: z.uuid() });
export const sliceParams = z.object({ id: z.uuid(), slice: z.coerce.number().int().min(1) });

/**
 * `receiving`: slices are still to come. `reading`: all that will come is here, and some is not yet read.
 * `completed`: every slice has ended. `stopped`: the rest will not be read, `stopped_because` says why.
 */
export const batchState = z.enum(['receiving', 'reading', 'completed', 'stopped']);

/** How far a batch is: numbers only, so that it may be asked for often. */
export const batchReply = z.object({
  id: z.string(),
  module: moduleId,
  kind: z.enum(['slices', 'exam']).default('slices'),
  state: batchState,
  stopped_because: z.enum(['cancelled', 'no_trials_remaining']).nullable(),
  /** How many slices the series has, and how many have arrived. */
  slices: z.number().int(),
  received: z.number().int(),
  /** Of those: waiting or being read. */
  in_flight: z.number().int(),
  /** Reports, and how many of them say that something was found. */
  completed: z.number().int(),
  /** Absent while the results are hidden from the caller, who is to read first. */
  with_findings: z.number().int().optional(),
  /** Slices that the module does not read, with their reason in the results. */
  refused: z.number().int(),
  failed: z.number().int(),
  cancelled: z.number().int(),
  created_at: z.string(),
  /** Of an exam: its one report, once it is there. */
  report_id: z.string().nullable().default(null),
  /** Of an exam that ended without a report: why. */
  message: z.string().nullable().default(null),
  /**
   * How long the slices that have not been read will take at the present pace; null where it is not known.
   */
  seconds_left: z.number().int().nullable().default(null),
});
export type BatchReply = z.infer<typeof batchReply>;

/** What became of one slice that was sent. The answer does not wait for its reading. */
export const sliceReply = z.object({
  slice: z.number().int(),
  state: z.enum(['queued', 'running', 'completed', 'refused', 'failed', 'cancelled']),
  /** What its file spells otherwise than the slices before it, as "patient name". */
  spelled: z.array(z.string()).optional(),
});

const sliceResult = z.object({
  slice: z.number().int(),
  /**
   * Instance Number of its file: what the scanner and other viewers call it; null where it has none or is not
   * read.
   */
  instance_number: z.number().int().nullable().default(null),
  state: sliceReply.shape.state,
  /** Set once completed. */
  report_id: z.string().nullable(),
  has_findings: z.boolean(),
  /** What was found, or why there is no report; for people. */
  words: z.string(),
});
export type SliceResult = z.infer<typeof sliceResult>;

/** Every slice that arrived, the most urgent first, then in the order of the series. */
export const batchResultsReply = z.object({
  batch: batchReply,
  patient_id: z.string(),
  results: z.array(sliceResult),
});
export type BatchResultsReply = z.infer<typeof batchResultsReply>;

/** The caller's own batches, newest first, at most 50. */
export const batchesReply = z.array(batchReply.extend({ patient_id: z.string() }));
export type BatchesReply = z.infer<typeof batchesReply>;
