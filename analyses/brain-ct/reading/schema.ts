import { findingBase, findingsOf } from '@second-read/core/reading/finding';
import { percentSchema } from '@second-read/core/reading/measurement';
import { readingBase } from '@second-read/core/reading/reading';
import { z } from 'zod';
import { bleedingKinds, type ObservationId, observationCodes, sliceLevels } from './codes.ts';

/** A line of the report: what was looked for and what came of it. */
const line = findingBase.extend({
  /** As worded when it was stored; null where the response says nothing. */
  text: z.string().nullable(),
});

/** `sign`: which of the things that the line can say; null where its words name none. */
function lineOf<Id extends ObservationId>(type: Id) {
  const descriptors = z.strictObject({ sign: z.enum(observationCodes[type]).nullable() });
  return line.extend({ type: z.literal(type), descriptors });
}

const haemorrhage = line.extend({
  type: z.literal('haemorrhage'),
  descriptors: z.strictObject({
    sign: z.enum(observationCodes.haemorrhage).nullable(),
    /** Null where none is suspected, and of an extra-axial one that is epidural or subdural. */
    kind: z.enum(bleedingKinds).nullable(),
  }),
});

const finding = z.discriminatedUnion('type', [
  haemorrhage,
  lineOf('midline_shift'),
  lineOf('basal_cistern_dilation'),
  lineOf('mass_effect'),
  lineOf('ventricular_dilation'),
  lineOf('hypodense_areas'),
  lineOf('sulcation'),
  lineOf('hypertrophy'),
]);

/** `open`: the slice allows none. `pending`: there is no result yet. */
export const conclusions = ['drawn', 'open', 'pending', 'not_told'] as const;

/** Where densities come from: the file, the picture's own window, or its most frequent grey. */
export const densitySources = ['measured', 'estimated', 'assumed'] as const;

/** Version 1. What one slice of a head CT came to. Words, order and exports are projections of it. */
export const brainReading = readingBase.extend({
  module: z.literal('brain-ct'),
  findings: findingsOf(finding),
  conclusion: z.enum(conclusions),
  facts: z.strictObject({
    /** Confidence in the line on bleeding as it was stated, also where the line itself cannot be read. */
    statedConfidence: percentSchema.nullable(),
    /** Probability that the slice shows any bleeding. */
    haemorrhage: percentSchema.nullable(),
  }),
  input: readingBase.shape.input.extend({
    level: z.enum(sliceLevels).nullable(),
    /** Place in the scan, 0 skull base to 1 vertex. */
    position: z.number().min(0).max(1).nullable(),
    density: z.enum(densitySources).nullable(),
    /** By how much the head was turned to stand upright. */
    turnDegrees: z.number().nullable(),
  }),
  texts: readingBase.shape.texts.extend({ level: z.string().nullable(), fracture: z.string().nullable() }),
});

export type BrainReading = z.infer<typeof brainReading>;
export type BrainFinding = BrainReading['findings'][number];
