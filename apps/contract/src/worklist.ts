import { z } from 'zod';
import { moduleId } from './module-id.ts';
import { reviewState } from './reviews.ts';

const yes = z.enum(['true', 'false']).transform((value) => value === 'true');

/**
 * `GET /api/worklist`: unsigned reports of the organization, the most urgent first, of equal ones the oldest.
 * A result that is hidden from the caller is ordered by age alone, among those of level `open`.
 */
export const worklistQuery = z.object({
  module: moduleId.optional(),
  state: z.enum(['preliminary', 'in_review']).optional(),
  /** Held by the caller, or given to the caller. */
  mine: yes.optional(),
  /** Unassigned. */
  unassigned: yes.optional(),
  /** Waiting longer than the target time of its urgency. */
  overdue: yes.optional(),
  /** Literal part of the patient ID, or of patient name and accession number where the site keeps them. */
  q: z.string().max(200).optional(),
  /** `next` of the page before. */
  after: z.string().max(200).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(50),
});
export type WorklistQuery = z.input<typeof worklistQuery>;

const worklistPerson = z.object({ full_name: z.string(), username: z.string() });

export const worklistItem = z.object({
  report_id: z.string(),
  module: moduleId,
  state: reviewState,
  /** 2 and more: an amendment is being written. */
  version: z.number().int(),
  patient_id: z.string(),
  patient_id_generated: z.boolean().optional(),
  /** As in reports, where the site keeps them. */
  patient_name: z.string().optional(),
  accession_number: z.string().optional(),
  /** As in reports: when the picture was taken; absent where its file does not say. */
  exam_date: z.string().optional(),
  exam_time: z.string().optional(),
  /** When the report was made: the wait begins here. */
  created_at: z.string(),
  /** "Nodule 87.4 %", "Nothing found". */
  finding: z.string(),
  urgency: z.object({ level: z.enum(['urgent', 'finding', 'open', 'none']), value: z.number() }),
  /** Who holds it. */
  reader: worklistPerson.nullable(),
  mine: z.boolean(),
  /** Whom it was given to; anyone may still read it. */
  assignee: worklistPerson.nullable(),
  /** Link to the stored picture, without marks. */
  picture_url: z.string().optional(),
  /** Whether that is the caller. */
  assigned_to_me: z.boolean(),
  waiting_seconds: z.number().int(),
  due_at: z.string(),
  is_overdue: z.boolean(),
  /** The result is hidden from the caller until an opinion is given. */
  read_first: z.literal(true).optional(),
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

/** As a report of the worklist is named in an address. */
export const worklistParams = z.object({ id: z.string().max(100) });

/** `GET /api/worklist/readers`: accounts of the organization that reports can be given to. */
export const readersReply = z.object({ readers: z.array(worklistPerson) });
export type ReadersReply = z.infer<typeof readersReply>;

/** `POST /api/worklist/{id}/assignee`: whom a report is given to, by user name. */
export const assignRequest = z.object({ username: z.string().trim().min(1).max(150) });

/** Reply to giving and taking back. */
export const assignReply = z.object({ assignee: worklistPerson.nullable() });

const yesOnly = z.literal('true').optional();

/** What the worklist shows to one account, as its address has it. */
export const worklistFilters = z.strictObject({
  module: moduleId.optional(),
  state: z.enum(['preliminary', 'in_review']).optional(),
  mine: yesOnly,
  unassigned: yesOnly,
  overdue: yesOnly,
});
export type WorklistFilters = z.infer<typeof worklistFilters>;

/** `GET /api/worklist/mine`: what the caller has not seen yet, and the caller's filters. */
export const worklistMineReply = z.object({
  /** Reports that came since the caller last looked, and still wait; 100 means 100 or more. */
  unread: z.number().int(),
  looked_at: z.string().nullable(),
  filters: worklistFilters,
});
export type WorklistMine = z.infer<typeof worklistMineReply>;

/** `PATCH /api/worklist/mine`. */
export const worklistMineRequest = z.object({
  /** The caller looks at the worklist now: nothing of it is new any more. */
  looked: z.literal(true).optional(),
  filters: worklistFilters.optional(),
});
export type WorklistMineRequest = z.infer<typeof worklistMineRequest>;
