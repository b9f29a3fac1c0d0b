import { z } from 'zod';

/** A place that the engine thought of, in pixels of the picture that was read. */
const mark = z.object({
  type: z.string(),
  x: z.number(),
  y: z.number(),
  width: z.number(),
  height: z.number(),
  /** 0 to 1: an order, calibrated where the module's model card says so. */
  score: z.number(),
  /** The report names it. */
  is_named: z.boolean(),
});
export type Mark = z.infer<typeof mark>;

/** `GET /api/reports/{id}/marks/`: also those below the report's operating point, the likeliest first. */
export const marksReply = z.object({
  marks: z.array(mark),
  /** How many of them are shown at the report's own operating point. */
  own: z.number().int(),
});
export type MarksReply = z.infer<typeof marksReply>;

/** Of an exam: marks of one slice, from 0 along its stack. */
export const marksQuerystring = z.object({ slice: z.coerce.number().int().min(0).optional() });

/** `POST /api/reports/{id}/marks/shown/`: how many the reader looked at; for the audit trail. */
export const marksShown = z.object({
  shown: z.number().int().min(0).max(100),
  /** Of an exam, as in the query of `marks/`. */
  slice: z.number().int().min(0).optional(),
});
