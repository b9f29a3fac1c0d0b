import { z } from 'zod';
import { pushForms, reportParams } from './reports.ts';

/**
 * Whether the caller's organisation may use a PACS, and whether results of its pictures go back by
 * themselves.
 */
export const pacsReply = z.object({
  is_available: z.boolean(),
  push: z.enum(['manual', 'automatic']),
});
export type PacsReply = z.infer<typeof pacsReply>;

const part = z
  .string()
  .trim()
  .max(64)
  .regex(/^[^\\\p{Cc}]*$/u)
  .default('');
const day = z.union([z.iso.date(), z.literal('')]).default('');

/** At least one of them. `*` and `?` stand for others where the PACS knows them. */
export const studiesQuery = z
  .object({ patient_id: part, accession_number: part, date_from: day, date_to: day })
  .refine((query) => Object.values(query).some((value) => value !== ''), {
    message: 'Give a patient ID, an accession number or a date',
  });
export type StudiesQuery = z.input<typeof studiesQuery>;

/** PS3.5 9.1. */
const uid = z.string().regex(/^[0-9](?:[0-9.]{0,62}[0-9])?$/);
export const studyParams = z.object({ study: uid });
export const seriesParams = z.object({ study: uid, series: uid });
export const instanceParams = z.object({ study: uid, series: uid, instance: uid });

/** What the PACS tells of a study. Dates are `YYYY-MM-DD`; empty where it tells nothing. */
export const pacsStudy = z.object({
  study_uid: z.string(),
  patient_id: z.string(),
  patient_name: z.string(),
  patient_birth_date: z.string(),
  study_date: z.string(),
  accession_number: z.string(),
  description: z.string(),
  modalities: z.array(z.string()),
  instances: z.number().int().nullable(),
});
export type PacsStudy = z.infer<typeof pacsStudy>;

/** `is_cut`: the PACS has more than are listed. */
export const studiesReply = z.object({ studies: z.array(pacsStudy), is_cut: z.boolean() });

export const pacsSeries = z.object({
  series_uid: z.string(),
  modality: z.string(),
  number: z.number().int().nullable(),
  description: z.string(),
  body_part: z.string(),
  instances: z.number().int().nullable(),
});
export type PacsSeries = z.infer<typeof pacsSeries>;
/** Only series of pictures; `others` is how many are none. */
export const seriesReply = z.object({
  series: z.array(pacsSeries),
  others: z.number().int(),
  is_cut: z.boolean(),
});

export const pacsInstance = z.object({
  instance_uid: z.string(),
  number: z.number().int().nullable(),
  frames: z.number().int(),
  rows: z.number().int().nullable(),
  columns: z.number().int().nullable(),
});
export type PacsInstance = z.infer<typeof pacsInstance>;
/** In the order of their numbers. */
export const instancesReply = z.object({ instances: z.array(pacsInstance), is_cut: z.boolean() });

/** Header of a fetched picture: what `process/` takes as `origin`. */
export const originHeader = 'x-picture-origin';

export const pushForm = z.enum(pushForms);
export type PushForm = z.infer<typeof pushForm>;

export const pushParams = reportParams;
export const pushRequest = z.object({
  forms: z.array(pushForm).min(1).max(pushForms.length),
});

/** `failed` is final until it is asked for again; while `queued`, `message` says why the last try failed. */
export const push = z.object({
  form: pushForm,
  state: z.enum(['queued', 'sent', 'failed']),
  reason: z.string().nullable(),
  message: z.string().nullable(),
  tries: z.number().int(),
  updated_at: z.string(),
});
export type Push = z.infer<typeof push>;
/**
 * `joins_study`: the results join the study of their picture, which came from the PACS or names it itself.
 */
export const pushesReply = z.object({ pushes: z.array(push), joins_study: z.boolean() });
export type PushesReply = z.infer<typeof pushesReply>;
