import { z } from 'zod';
import { fileFacts } from '../reading/file-facts.ts';
import { passChoice } from './stack/passes.ts';
import { seriesChoice } from './stack/series-choice.ts';

/** Codes and numbers by name; units are in the names. */
export const examFacts = z.record(z.string(), z.union([z.number(), z.string(), z.boolean(), z.null()]));
export type ExamFacts = Readonly<z.infer<typeof examFacts>>;

/** Something that limits the reading, by the code that its module words, with what it was applied to. */
const examLimit = z.strictObject({
  code: z.string().min(1),
  values: z.record(z.string(), z.union([z.number(), z.string(), z.array(z.number()), z.array(z.string())])),
});
export type ExamLimit = Readonly<z.infer<typeof examLimit>>;

/** How the images were taken, put in order and read. */
const examTechnique = z.strictObject({
  slicesRead: z.int(),
  orderedBy: z.enum(['position', 'instance number', 'name']),
  spacingMm: z.number().nullable(),
  unevenMm: z.strictObject({ least: z.number(), most: z.number() }).optional(),
  tiltDegrees: z.number().nullable(),
  isHounsfield: z.boolean(),
  hasPixelSize: z.boolean(),
  choice: seriesChoice.optional(),
  passes: passChoice.optional(),
});
export type ExamTechnique = Readonly<z.infer<typeof examTechnique>>;

/** One view of a mammography. */
const examView = z.strictObject({
  /** From 0. */
  slice: z.int().min(0),
  side: z.enum(['left', 'right']),
  view: z.string(),
  isSideTold: z.boolean(),
  isViewTold: z.boolean(),
  /** Side or view as the user states it. */
  isStated: z.boolean(),
  /** Its category without the findings that the exam names on it. */
  category: z.int(),
  /** Codes of what it shows beside the findings, and of what limits it. */
  notes: z.array(z.string()).optional(),
});
export type StoredView = Readonly<z.infer<typeof examView>>;

/** A rule that was applied, and its outcome. */
const examRule = z.strictObject({
  id: z.string().min(1),
  values: z.record(z.string(), z.union([z.number(), z.string(), z.null()])),
});
export type ExamRule = Readonly<z.infer<typeof examRule>>;

const examCategory = z.strictObject({
  system: z.string(),
  value: z.string(),
  /** E.g. of each breast. */
  parts: z.record(z.string(), z.string()).optional(),
  /** Of one that a reader gives in place of what follows from the findings. */
  reason: z.string().optional(),
});
export type StoredCategory = Readonly<z.infer<typeof examCategory>>;

/** What the module states of the whole exam. */
export const examReading = z.strictObject({
  facts: examFacts,
  /** Null of views, and of a report stored before it was coded. */
  technique: examTechnique.nullable(),
  limits: z.array(examLimit),
  /** What all files say; absent where none was asked. */
  file: fileFacts.optional(),
  views: z.array(examView).optional(),
  /** These follow from findings and facts by rule (`concludedExam`). */
  rules: z.array(examRule),
  category: examCategory.optional(),
  /** Slices worth opening first, with the findings' names. */
  keySlices: z.array(z.strictObject({ slice: z.int().min(0), file: z.string(), shows: z.string() })),
});
export type ExamReading = Readonly<z.infer<typeof examReading>>;

/** The sentences of a report, in the order of sections. */
export const examWording = z.strictObject({
  conclusion: z.string(),
  findings: z.array(z.string()),
  notAssessed: z.array(z.string()),
  technique: z.array(z.string()),
  /** How rules led to the conclusion, where no other sentence says it. */
  trace: z.array(z.string()),
});
export type ExamWording = Readonly<z.infer<typeof examWording>>;
