import { findingBase, findingsOf } from '@second-read/core/reading/finding';
import { percentSchema } from '@second-read/core/reading/measurement';
import { readingBase } from '@second-read/core/reading/reading';
import { z } from 'zod';

/** Of acetowhite epithelium. */
export const whitenesses = ['faint', 'dense'] as const;

/**
 * What an abnormality is named as. The last three are of older reports: one photograph does not tell the
 * grade (decision 026).
 */
export const changes = [
  'without_outline',
  'thin_acetowhite',
  'dense_acetowhite',
  'minor',
  'major',
  'suspicious_for_invasion',
] as const;

/** What an examination would tell as well. */
export const examined = [
  'adequacy',
  'surface',
  'squamocolumnar_junction',
  'transformation_zone',
  'grade',
  'invasion',
  'vessels',
  'iodine',
] as const;

/**
 * Bright parts of the cervix over its dark ones from which its light is uneven; 205 of 208 VIA pictures have
 * less.
 */
export const unevenFrom = 4;

export const framings = ['usual', 'small', 'cut_off'] as const;

const lesion = findingBase.extend({
  type: z.literal('lesion'),
  /** Null where there is none. */
  descriptors: z.strictObject({ whiteness: z.enum(whitenesses).nullable() }).nullable(),
});

const tissue = findingBase.extend({ type: z.literal('cervical tissue'), descriptors: z.null() });

const abnormality = findingBase.extend({
  type: z.literal('abnormality'),
  /** Null where none is named. */
  descriptors: z.strictObject({ change: z.enum(changes).nullable() }).nullable(),
});

const points = z.int().min(0).max(2).nullable();

/** The parts of the Swede score (Bowring et al., 2010), 0 to 2 each; null: not scored. */
const swede = z.strictObject({
  acetowhiteness: points,
  margin: points,
  vessels: points,
  size: points,
  iodine: points,
});

/**
 * The light of the middle of a photograph, as `capture/light.ts` and
 * `capture/sharpness.ts` measure it.
 */
const light = z.strictObject({
  brightness: z.number(),
  sharpness: z.number(),
  iodineShare: percentSchema,
  burntShare: percentSchema,
  greenness: z.number(),
  saturation: z.number(),
});

/** Version 1. What one photograph of the cervix after acetic acid shows. */
export const cervixReading = readingBase.extend({
  module: z.literal('cervix'),
  findings: findingsOf(z.discriminatedUnion('type', [lesion, tissue, abnormality])),
  /** Null where the answer has none. */
  swede: swede.nullable(),
  facts: z.strictObject({
    /** Probability that a reader of VIA photographs would not call the picture negative. */
    notNegative: percentSchema.nullable(),
    /** Probability that the examiner's Swede score would be 5 or more. */
    swedeFromFive: percentSchema.nullable(),
    /** Whether a squamocolumnar junction is drawn in the label map. */
    junctionOutlined: z.boolean().nullable(),
    /** What the engine does not judge; null where the answer does not say. */
    notAssessed: z.array(z.enum(examined)).nullable(),
  }),
  input: readingBase.shape.input.extend({
    framing: z.enum(framings).nullable(),
    /** Bright parts of the cervix over its dark ones; not in older readings. */
    lightRatio: z.number().optional(),
    /** Part of the picture that shines and was left out of the color measures. */
    reflections: percentSchema.nullable(),
    /** Part of the outlined lesion that is blood or red tissue by its color; not in older readings. */
    redInLesion: percentSchema.optional(),
    /** The same of the whole cervix; not in older readings. */
    redInCervix: percentSchema.optional(),
    /** Of the cervix, where canal and columnar epithelium are outlined; not in older readings. */
    redAtOs: percentSchema.optional(),
    /** Probability that it was taken before acetic acid; not in older readings. */
    beforeAcid: percentSchema.optional(),
    /** What whoever took it says of acetic acid; not in older readings. */
    statedAcid: z.enum(['before', 'after']).optional(),
    /** Probability that a colposcope took it. */
    colposcope: percentSchema.nullable(),
    light: light.nullable(),
  }),
});

export type CervixReading = z.infer<typeof cervixReading>;
export type CervixFinding = CervixReading['findings'][number];
export type SwedeScore = NonNullable<CervixReading['swede']>;
export type Change = (typeof changes)[number];
