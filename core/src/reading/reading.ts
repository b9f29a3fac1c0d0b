import { z } from 'zod';
import { categoryBase, ruleSchema } from './category.ts';
import { fileFacts } from './file-facts.ts';
import { findingBase } from './finding.ts';
import { landmarksSchema } from './landmarks.ts';
import { percentSchema } from './measurement.ts';

/** `wire`: read back from a reply of the specification, which says less than an engine knows. */
export const origins = ['engine', 'wire'] as const;

/** What the reading of every module has; `analyses/<id>/reading` extends it. */
export const readingBase = z.strictObject({
  module: z.string().min(1),
  /** Counted up by the module when old readings no longer parse. */
  version: z.int().positive(),
  origin: z.enum(origins),
  /**
   * False where the reply said nothing that can be understood: nothing was read then, and nothing excluded.
   */
  legible: z.boolean(),
  /** What speaks of the picture rather than of the patient. */
  input: z.strictObject({
    /** Probability that the picture is what the module reads. */
    gate: percentSchema.nullable(),
    spacingKnown: z.boolean().nullable(),
    /** What the file says; readings stored earlier have none. */
    file: fileFacts.optional(),
  }),
  /** Readings stored earlier have none. */
  landmarks: landmarksSchema.optional(),
  /** Which rules led to the conclusion, in their order. */
  rules: z.array(ruleSchema),
  /** A clinician changed it: what has no certainty was stated, not measured. */
  reviewed: z.literal(true).optional(),
  /** Sentences as the report tells them; no code decides anything by them. */
  texts: z.strictObject({
    /** Null where the answer carried none. */
    conclusion: z.string().nullable(),
    comments: z.array(z.string()),
  }),
});

export type ReadingBase = z.infer<typeof readingBase>;

/** A stored reading of any module, as far as code that knows no module may look into it. */
export const anyReading = z.looseObject({
  ...readingBase.shape,
  input: z.looseObject(readingBase.shape.input.shape),
  texts: z.looseObject(readingBase.shape.texts.shape),
  findings: z.array(
    z.looseObject({
      ...findingBase.shape,
      type: z.string(),
      descriptors: z.record(z.string(), z.unknown()).nullish(),
    }),
  ),
  category: z.looseObject({ ...categoryBase.shape, value: z.union([z.number(), z.string()]) }).nullish(),
});

export type AnyReading = z.infer<typeof anyReading>;
export type AnyFinding = AnyReading['findings'][number];
