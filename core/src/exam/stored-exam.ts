import { z } from 'zod';
import { ruleSchema } from '../reading/category.ts';
import { sides } from '../reading/finding.ts';
import { outlineSchema } from '../review/change.ts';
import { examComparison } from './report/comparison.ts';
import { seriesChoice } from './stack/series-choice.ts';

const facts = z.record(z.string(), z.union([z.number(), z.string(), z.boolean(), z.null()]));

const findingMark = z.strictObject({
  /** From 0 along the stack that was read. */
  slice: z.int().min(0),
  file: z.string(),
  /** In pixels of that slice. */
  box: z.strictObject({ x: z.number(), y: z.number(), width: z.number(), height: z.number() }),
  score: z.number(),
  /** Drawn by a reader, in pixels of that slice: in place of what the engine outlined there. */
  outline: outlineSchema.optional(),
});

const examFinding = z.strictObject({
  /** Lasts as long as the report: `haemorrhage-1`. What a clinician says of a finding refers to it. */
  id: z.string().regex(/^[a-z][a-z0-9-]*-[1-9]\d*$/),
  type: z.string().min(1),
  found: z.boolean(),
  /** 0 to 1. */
  probability: z.number().min(0).max(1).nullable(),
  side: z.enum(sides).nullable(),
  volumeMl: z.number().nullable(),
  diameterMm: z.number().nullable(),
  slices: z.array(findingMark),
  facts,
});

const examReading = z.strictObject({
  module: z.string().min(1),
  kind: z.literal('exam'),
  version: z.literal(1),
  conclusion: z.string(),
  findings: z.array(z.string()),
  notAssessed: z.array(z.string()),
  technique: z.array(z.string()),
  rules: z.array(ruleSchema),
  category: z
    .strictObject({
      system: z.string(),
      value: z.string(),
      parts: z.record(z.string(), z.string()).optional(),
    })
    .optional(),
  keySlices: z.array(z.strictObject({ slice: z.int().min(0), file: z.string(), shows: z.string() })),
  facts,
});

/** One slice of an exam, in the order of the stack; those that were set aside come last. */
const storedSlice = z.strictObject({
  /** What findings and key slices call it. */
  file: z.string(),
  /** Its number in the series as it was sent, from 1. */
  sent: z.int().positive(),
  /** Instance Number of its file; null where it has none. */
  instanceNumber: z.int().nullable(),
  placeMm: z.number().nullable(),
  status: z.enum(['read', 'refused', 'failed', 'set_aside']),
  /** Why it was not read; null of a slice that was. */
  message: z.string().nullable(),
  width: z.int().positive().nullable(),
  height: z.int().positive().nullable(),
});

/** The reading of a whole exam as a report stores it, beside the readings of single pictures. */
export const storedExam = z.strictObject({
  module: z.string().min(1),
  kind: z.literal('exam'),
  /** Counted up when older readings no longer parse. */
  version: z.literal(1),
  reading: examReading,
  findings: z
    .array(examFinding)
    .refine((all) => new Set(all.map(({ id }) => id)).size === all.length, 'two findings share an id'),
  scores: z.record(z.string(), z.number().nullable()),
  slices: z.array(storedSlice),
  /** Which of several series was sent; missing where nothing was said. */
  series: seriesChoice.optional(),
  /** The report of the same exam from another of its series. */
  rereads: z.string().optional(),
  /** With an earlier exam of the same patient; missing where there is none. */
  comparison: examComparison.optional(),
});

export type StoredExam = z.infer<typeof storedExam>;
export type StoredExamFinding = StoredExam['findings'][number];
export type StoredSlice = StoredExam['slices'][number];

/** Undefined where it is the reading of a single picture. */
export function examOfReading(reading: unknown): StoredExam | undefined {
  const parsed = storedExam.safeParse(reading);
  return parsed.success ? parsed.data : undefined;
}
