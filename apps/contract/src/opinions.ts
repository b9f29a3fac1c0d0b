import { opinionSchema } from '@second-read/core/review/opinion/opinion';
import { reviewFields } from '@second-read/core/review/review-module';
import { z } from 'zod';
import { moduleId } from './module-id.ts';

const person = z.object({ full_name: z.string(), username: z.string() });
const comparedLine = z.object({ label: z.string(), one: z.string(), other: z.string(), agrees: z.boolean() });
const comparison = z.object({ lines: z.array(comparedLine), agrees: z.boolean() });

/** `POST /api/reports/{id}/opinion/`: given once, kept as given. */
export const opinionRequest = opinionSchema;

/**
 * `GET /api/reports/{id}/opinion/`. What others and the machine say is there once the caller has given an
 * opinion, or may see the result anyhow.
 */
export const opinionReply = z.object({
  report_id: z.string(),
  /** The result is hidden until the caller gives an opinion. */
  is_hidden: z.boolean(),
  /** What can be said: types and categories of the module. */
  review: reviewFields,
  mine: opinionSchema.nullable(),
  /** The caller's opinion (`one`) beside the machine's result (`other`). */
  with_machine: comparison.nullable(),
  /** Null where one reader is enough. */
  double_reading: z
    .object({
      /** `waiting`: fewer than two opinions. `differ`: a senior reader who gave neither decides. */
      state: z.enum(['waiting', 'agree', 'differ']),
      given: z.number().int(),
      /** Readers in the order of their opinions; empty while the result is hidden. */
      readers: z.array(person),
      /** The first reader's opinion (`one`) beside the second's (`other`). */
      compared: comparison.nullable(),
    })
    .nullable(),
});
export type OpinionReply = z.infer<typeof opinionReply>;

/** `GET /api/agreement/`: opinions given without sight of the result, beside the machine's results. */
export const agreementReply = z.object({
  modules: z.array(
    z.object({
      module: moduleId,
      /** Of the organization, and of the caller alone. */
      of: z.enum(['organization', 'caller']),
      n: z.number().int(),
      /** Abnormal by both, by the reader alone, by the machine alone, by neither. */
      both: z.number().int(),
      reader_only: z.number().int(),
      machine_only: z.number().int(),
      neither: z.number().int(),
      observed: z.number().nullable(),
      kappa: z.number().nullable(),
      /** Opinions whose category, findings and sides are those of the machine. */
      same: z.number().int(),
    }),
  ),
  /** Modules in which each reader chooses to read first, and whether the caller does. */
  choices: z.array(z.object({ module: moduleId, is_on: z.boolean() })),
});
export type AgreementReply = z.infer<typeof agreementReply>;

/** `POST /api/read-first/`: the caller's own choice where the organization leaves it open. */
export const readFirstRequest = z.object({ module: moduleId, is_on: z.boolean() });
