import { z } from 'zod';

/** A rule that led to a category, and what it was applied to. */
export const ruleSchema = z.strictObject({
  /** Null in reports stored before rules had ids. */
  id: z.string().min(1).nullable(),
  values: z.record(z.string(), z.union([z.number(), z.string(), z.null()])),
  /** The rule as the report tells it. */
  text: z.string(),
});

export type Rule = z.infer<typeof ruleSchema>;

/** Of a reading without a finding whose score is too high to be called negative. */
export const leftToReader = 'left-to-reader';
/** Of an exam whose images are not known to show which side. */
export const unknownSides = 'side-or-view-unknown';

/**
 * `pending`: the answer gives a category that means none; `incomplete`: none can be given from this
 * picture.
 */
export const categoryStates = ['final', 'incomplete', 'pending'] as const;

/** An assessment category, e.g. BI-RADS 4; modules narrow `system` and `value`. */
export const categoryBase = z.strictObject({
  state: z.enum(categoryStates),
});
