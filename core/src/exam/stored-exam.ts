import { z } from 'zod';
import { madeOf, sides } from '../reading/finding.ts';
import { landmarksSchema } from '../reading/landmarks.ts';
import { outlineSchema } from '../reading/outline.ts';
import { upgradedExam } from './earlier-exam.ts';
import { examFacts, examReading, examWording } from './exam-reading.ts';
import { examComparison } from './report/comparison.ts';
import { seriesChoice } from './stack/series-choice.ts';

const findingMark = z.strictObject({
  /** From 0 along the stack that was read. */
  slice: z.int().min(0),
  file: z.string(),
  /** In pixels of that slice. */
  box: z.strictObject({ x: z.number(), y: z.number(), width: z.number(), height: z.number() }),
  score: z.number(),
  /** What it adds to the volume of its finding, and how wide it is; missing in exams stored earlier. */
  volumeMl: z.number().optional(),
  diameterMm: z.number().optional(),
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
  facts: examFacts,
  madeOf: madeOf.optional(),
  /** A reader split it, or a part of it: it may lack marks of what it is made of. */
  isPart: z.literal(true).optional(),
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
  /** Of one pixel in the patient; missing where it is not known, and in exams stored earlier. */
  pixelMm: z.strictObject({ x: z.number().positive(), y: z.number().positive() }).optional(),
  /** Of its evidence; missing where the module gives none, and in exams stored earlier. */
  landmarks: landmarksSchema.optional(),
});

/**
 * The reading of a whole exam as a report stores it, in codes and numbers: its module words it (decision
 * 044).
 */
export const storedExam = z.strictObject({
  module: z.string().min(1),
  kind: z.literal('exam'),
  /** Counted up when older readings no longer parse; `upgradedExam` reads version 1. */
  version: z.literal(2),
  reading: examReading,
  findings: z
    .array(examFinding)
    .refine((all) => new Set(all.map(({ id }) => id)).size === all.length, 'two findings share an id'),
  /** As the engine read them: what a reader rejected of a reviewed exam, for comparisons. */
  rejected: z.array(examFinding).optional(),
  scores: z.record(z.string(), z.number().nullable()),
  slices: z.array(storedSlice),
  /** Which of several series was sent; missing where nothing was said. */
  series: seriesChoice.optional(),
  /** The report of the same exam from another of its series. */
  rereads: z.string().optional(),
  /** With an earlier exam of the same patient; missing where there is none. */
  comparison: examComparison.optional(),
  /** Sentences that are kept: of a report stored before its reading was coded, or of a signed version. */
  wording: examWording.optional(),
  /** Of a report stored before its reading was coded: what it says of no finding, whatever is reviewed. */
  kept: examWording.omit({ conclusion: true }).optional(),
});

export type StoredExam = z.infer<typeof storedExam>;
export type StoredExamFinding = StoredExam['findings'][number];
export type StoredSlice = StoredExam['slices'][number];

const ofAnExam = z.looseObject({ kind: z.literal('exam') });

/**
 * Undefined where it is the reading of a single image.
 * @throws ZodError of an exam that is not of the stored form: it is never shown as another kind of report
 */
export function examOfReading(reading: unknown): StoredExam | undefined {
  return ofAnExam.safeParse(reading).success ? storedExam.parse(upgradedExam(reading)) : undefined;
}
