import { z } from 'zod';
import { moduleId } from './module-id.ts';
import { reviewState } from './reviews.ts';

const yes = z.enum(['true', 'false']).transform((value) => value === 'true');

/**
 * `GET /api/worklist`: unsigned reports of the organization, the most urgent first, of equal ones the oldest.
 */
export const worklistQuery = z.object({
  module: moduleId.optional(),
  state: z.enum(['preliminary', 'in_review']).optional(),
  /** Held by the caller. */
  mine: yes.optional(),
  /** Waiting longer than the target time of its urgency. */
  overdue: yes.optional(),
  /** `next` of the page before. */
  after: z.string().max(200).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(50),
});
export type WorklistQuery = z.input<typeof worklistQuery>;

export const worklistItem = z.object({
  report_id: z.string(),
  module: moduleId,
  state: reviewState,
  /** 2 and more: an amendment is being written. */
  version: z.number().int(),
  patient_id: z.string(),
  patient_id_generated: z.boolean().optional(),
  /** As in reports: when the picture was taken; absent where its file does not say. */
  exam_date: z.string().optional(),
  exam_time: z.string().optional(),
  /** When the report was made: the wait begins here. */
  created_at: z.string(),
  /** "Nodule 87.4 %", "Nothing found". */
  finding: z.string(),
  urgency: z.object({ level: z.enum(['urgent', 'finding', 'open', 'none']), value: z.number() }),
  /** Who holds it. */
  reader: z.object({ full_name: z.string(), username: z.string() }).nullable(),
  mine: z.boolean(),
  waiting_seconds: z.number().int(),
  due_at: z.string(),
  is_overdue: z.boolean(),
  /** `series`: a slice of a series read as a whole. */
  source: z.enum(['file', 'pacs', 'series']),
});
export type WorklistItem = z.infer<typeof worklistItem>;

export const worklistReply = z.object({
  items: z.array(worklistItem),
  /** For `after`; null on the last page. */
  next: z.string().nullable(),
});
export type WorklistReply = z.infer<typeof worklistReply>;
